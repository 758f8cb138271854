"""Which servers and tools an agent sees, and their cost in tokens."""

from m3bench.hosting.mounting.modes import (
    CallingMode,
    MountedServers,
    MountKind,
    MountMode,
    Retriever,
    ServerInfo,
    ToolBudget,
    fit_tools,
    mount,
    parse_mode,
)
from m3bench.hosting.mounting.ranking import RankedTool, ToolRanker, require_encoder
from m3bench.hosting.mounting.tokens import count_tools, estimate

__all__ = [
    "CallingMode",
    "MountKind",
    "MountMode",
    "MountedServers",
    "RankedTool",
    "Retriever",
    "ServerInfo",
    "ToolBudget",
    "ToolRanker",
    "count_tools",
    "estimate",
    "fit_tools",
    "mount",
    "parse_mode",
    "require_encoder",
]
