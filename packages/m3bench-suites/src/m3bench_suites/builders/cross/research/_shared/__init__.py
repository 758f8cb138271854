"""What the families of the group share."""
