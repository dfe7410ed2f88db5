"""Who stands ready: people with blades and with guns, beasts, monsters, machines, each kind in a module."""
