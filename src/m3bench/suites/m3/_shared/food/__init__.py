"""What families about food and goods share."""
