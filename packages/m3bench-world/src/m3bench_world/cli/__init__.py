"""`m3bench world`, and what `m3bench list` and `install` know of the world."""
