"""The Opera House: a vampire takes the stage, and the heroes come in by the foyer."""
