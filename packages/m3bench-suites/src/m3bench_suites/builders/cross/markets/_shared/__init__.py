"""What the families of this group share."""
