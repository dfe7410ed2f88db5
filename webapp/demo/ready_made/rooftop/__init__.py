"""The Roof of the Meridian: a helipad by night, two roofs and a gap between them."""
