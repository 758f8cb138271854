"""Commands on the world: `m3bench world` and `m3bench scenes`."""
