"""What families about animals share."""
