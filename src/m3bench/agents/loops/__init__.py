"""Agent loops over a model, one per paper."""
