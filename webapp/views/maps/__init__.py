"""Maps and pictures: brought in and handed out, to those who may see them."""
