"""Training of the networks behind the server `dinox-mcp`, on drawn scenes. Needs PyTorch."""
