"""Which servers and tools an agent sees, and their cost in tokens."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.hosting.mounting.budget import CallingMode, MountSize, ServerSizes, ToolBudget, fit_tools
    from m3bench.hosting.mounting.modes import (
        MaxScale,
        MountedServers,
        MountKind,
        MountMode,
        ServerInfo,
        mount,
        parse_mode,
    )
    from m3bench.hosting.mounting.ranking import RankedTool, ToolRanker, nearest_tools, require_encoder
    from m3bench.hosting.mounting.retrieval import Ranking, Retriever
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "CallingMode",
    "MaxScale",
    "MountKind",
    "MountMode",
    "MountSize",
    "MountedServers",
    "RankedTool",
    "Ranking",
    "Retriever",
    "ServerInfo",
    "ServerSizes",
    "ToolBudget",
    "ToolRanker",
    "fit_tools",
    "mount",
    "nearest_tools",
    "parse_mode",
    "require_encoder",
]
