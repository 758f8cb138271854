"""The server `Unit Converter`."""
