"""What the families of `cross` on research share."""
