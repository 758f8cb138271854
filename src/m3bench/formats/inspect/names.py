"""Names of tools in Inspect logs: whatever the agent's author chose; ours are ``server__tool``."""

from __future__ import annotations

from m3bench.formats.openai import names as openai_names

_PREFIX = "mcp__"


def name_from(name: str) -> str:
    """``server/tool`` where the name tells the server, also as coding agents write it."""
    bare = name.removeprefix(_PREFIX)
    return openai_names.name_from(bare if "__" in bare else name)


name_to = openai_names.name_to
