"""The log of a battle: what it folds to, what is taken back, put back, or amended."""
