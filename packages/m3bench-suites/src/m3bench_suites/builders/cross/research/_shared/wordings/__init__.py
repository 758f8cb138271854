"""Long wordings of the families."""
