"""What families about travel share."""
