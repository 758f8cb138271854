"""Which servers and tools an agent sees, and their cost in tokens."""

from m3bench.hosting.mounting.modes import (
    Calling,
    Mounted,
    MountKind,
    MountMode,
    Retriever,
    ServerInfo,
    ToolFit,
    fit_tools,
    mount,
    parse_mode,
)
from m3bench.hosting.mounting.ranking import RankedTool, ToolRanker, require_encoder
from m3bench.hosting.mounting.tokens import count_tools, estimate

__all__ = [
    "Calling",
    "MountKind",
    "MountMode",
    "Mounted",
    "RankedTool",
    "Retriever",
    "ServerInfo",
    "ToolFit",
    "ToolRanker",
    "count_tools",
    "estimate",
    "fit_tools",
    "mount",
    "parse_mode",
    "require_encoder",
]
