"""The sheet: what is on it, what is worked out from it, and who stands ready."""
