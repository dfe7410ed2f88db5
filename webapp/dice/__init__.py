"""Dice under a seal: how they are thrown, checked, and counted."""
