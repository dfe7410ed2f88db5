"""The report of a fight: worked out beside the loop, and laid out for the page and as a file."""
