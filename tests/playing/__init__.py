"""People at a table who press only what their pages offer."""
