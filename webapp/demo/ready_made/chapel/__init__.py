"""The Chapel on the Hill: the dead hold a chapel and its graves, on hexes."""
