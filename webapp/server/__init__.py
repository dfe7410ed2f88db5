"""The server itself: which way it waits, whom it lets in, how often, in which language, under which name."""
