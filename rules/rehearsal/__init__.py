"""Fights that are played in advance: many from one state, and what may be expected of it."""
