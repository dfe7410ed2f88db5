"""What a fight was and what it may be: stepping through it, its report, its dice, rehearsals."""
