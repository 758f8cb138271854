"""Training of the networks of the server `dinox-mcp` on drawn scenes. Needs PyTorch."""
