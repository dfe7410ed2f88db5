"""The Savings Bank: robbers at the vault, and those who come to stop them."""
