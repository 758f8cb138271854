"""What the families of this group share: calls of servers, files, and words to draw from."""
