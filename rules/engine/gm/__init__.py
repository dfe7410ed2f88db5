"""What the GM may do under any system: commands, aims, marks, changes of the map, states set by touch."""
