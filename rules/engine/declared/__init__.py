"""Small things that a system declares: about itself, its cards, measures and plain log lines."""
