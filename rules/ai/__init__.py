"""An AI player for every system: what somebody would do now, and why. It has no word about any of them."""
