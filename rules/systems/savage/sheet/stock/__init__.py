"""Who stands ready: Wild Cards and their foes, Extras, beasts, monsters, machines, things to break."""
