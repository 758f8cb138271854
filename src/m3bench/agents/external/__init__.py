"""Programs as agents."""
