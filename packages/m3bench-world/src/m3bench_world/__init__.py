"""The networks and the tables of m3bench's world. Only m3bench reads them."""
