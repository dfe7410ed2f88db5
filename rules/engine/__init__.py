"""How any battle is played: dice, exchanges, events, the battle itself. Knows no system."""
