"""Programs of the user as agents."""
