"""Rounds and turns: whose it is, and what is done in one."""
