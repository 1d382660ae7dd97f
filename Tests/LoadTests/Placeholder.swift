// Load
