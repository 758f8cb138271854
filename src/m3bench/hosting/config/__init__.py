"""Client configuration files (`mcpServers`)."""

from m3bench.hosting.config.reading import read_specs, specs_from

__all__ = [
    "read_specs",
    "specs_from",
]
