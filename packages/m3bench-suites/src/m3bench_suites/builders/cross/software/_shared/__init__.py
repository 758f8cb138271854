"""What the families of this group share: readers of results, and wordings."""
