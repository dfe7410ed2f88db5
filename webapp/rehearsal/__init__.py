"""Rehearsing a fight: many are played beside the server from where it stands, for the GM alone."""
