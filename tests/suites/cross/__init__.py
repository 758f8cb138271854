"""The suite `cross`."""
