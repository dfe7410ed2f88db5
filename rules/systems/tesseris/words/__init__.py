"""Words that wound, hearten or hold."""
