"""Tool names in Inspect logs: chosen by the author of the agent; ours are ``server__tool``."""

from __future__ import annotations

from m3bench.formats.openai import names as openai_names

_PREFIX = "mcp__"


def name_from(name: str) -> str:
    """Return ``server/tool`` if the name contains the server, also in the spelling of coding agents."""
    bare = name.removeprefix(_PREFIX)
    return openai_names.name_from(bare if "__" in bare else name)


name_to = openai_names.name_to
