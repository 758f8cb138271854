"""What slices of creation share."""
