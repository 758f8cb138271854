"""m3bench: measures how well multimodal agents use tools over the Model Context Protocol."""
