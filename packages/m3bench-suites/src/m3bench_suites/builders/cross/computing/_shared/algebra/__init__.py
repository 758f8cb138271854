"""Makers of tasks on stored tensors and vector fields."""
