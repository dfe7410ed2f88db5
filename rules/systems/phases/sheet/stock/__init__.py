"""Who stands ready: people, their leaders, beasts and machines, each kind in a module."""
