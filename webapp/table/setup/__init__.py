"""How scenes are set up: new maps, who comes onto them and where, prepared scenes, parties kept for later."""
