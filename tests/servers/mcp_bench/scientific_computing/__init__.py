"""The server `Scientific Computing`."""
