"""What a fight was like, told afterwards: what was done and taken, and how kind the dice were."""
