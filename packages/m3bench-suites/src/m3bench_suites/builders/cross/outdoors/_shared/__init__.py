"""What families of the group share: names of tools, and readers of their results."""
