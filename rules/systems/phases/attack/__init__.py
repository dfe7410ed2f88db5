"""The attack: what it needs, what it rests on, and what it does."""
