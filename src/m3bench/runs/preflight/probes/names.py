"""The names of tools, as an agent sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from m3bench.runs.preflight.probes.probe import ProbeTool
from m3bench.runs.preflight.probes.text import TextProbe


class NamesProbe(TextProbe):
    """Asks an agent for the names of its tools. Its verdict is part of that on names."""

    name = "names"
    request = (
        "Which tools of the MCP server can you call? Answer with the exact name of each, as you call it. "
        "Do not call any of them."
    )


def names_in(answer: str, tools: Sequence[ProbeTool]) -> tuple[str, ...]:
    """Return the names in an answer that end like one of the tools: ``mcp__m3bench__probe__read_text``."""
    found: dict[str, None] = {}
    for tool in tools:
        found.update(dict.fromkeys(re.findall(rf"[\w./:-]*{re.escape(tool.name)}(?!\w)", answer)))
    return tuple(found)
