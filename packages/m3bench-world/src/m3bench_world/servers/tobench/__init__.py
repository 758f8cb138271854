"""Servers of TOBench's families: documents, pictures, sound, film, office work and records."""
