"""The Street of Dyers: an ambush at noon between wet cloth and vats."""
