"""Long wordings, one module for each family that has them."""
