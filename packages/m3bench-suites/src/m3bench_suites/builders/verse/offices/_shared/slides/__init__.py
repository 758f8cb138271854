"""The jobs that end with a deck of slides."""
