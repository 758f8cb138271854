"""Data for training."""
