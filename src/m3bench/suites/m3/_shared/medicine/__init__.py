"""What families about medicines share."""
