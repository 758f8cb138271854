"""The server `Medical Calculator`."""
