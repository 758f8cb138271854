"""Which servers and tools an agent sees, and what they cost in tokens."""

from m3bench.hosting.mounting.mounting import (
    Calling,
    Fit,
    Mode,
    Mounted,
    Retriever,
    ServerInfo,
    Way,
    fit,
    mount,
    parse_mode,
)
from m3bench.hosting.mounting.ranking import Ranked, ToolRanker, require_encoder
from m3bench.hosting.mounting.tokens import count_tools, estimate

__all__ = [
    "Calling",
    "Fit",
    "Mode",
    "Mounted",
    "Ranked",
    "Retriever",
    "ServerInfo",
    "ToolRanker",
    "Way",
    "count_tools",
    "estimate",
    "fit",
    "mount",
    "parse_mode",
    "require_encoder",
]
