"""MCP-Bench's servers."""
