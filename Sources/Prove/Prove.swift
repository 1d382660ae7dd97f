// Prove
