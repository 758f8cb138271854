"""The server `Time MCP`."""
