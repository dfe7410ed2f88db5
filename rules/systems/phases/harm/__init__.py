"""From a hit to wounds, and what they bring."""
