// Hermes
