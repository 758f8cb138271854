"""The pool in which commands on servers work."""

from __future__ import annotations

from typing import Any

from m3bench.caching import cache_folder
from m3bench.cli.console import remark
from m3bench.hosting import Pool, Toolbox, ToolListStore
from m3bench.hosting.process import prune_logs

_LOGS_KEPT = 5


def server_pool(**options: Any) -> Pool:
    """Return a pool that keeps the latest logs. Workspaces are deleted when the command ends."""
    logs = cache_folder("servers") / "logs"
    prune_logs(logs, _LOGS_KEPT)
    return Pool(logs=logs, **options)


def tool_listings() -> ToolListStore:
    return ToolListStore(cache_folder("servers") / "listings")


def print_schema_problems(toolbox: Toolbox) -> None:
    for name, problem in toolbox.schema_problems.items():
        remark(f"{name}: {problem.reason}; its arguments are not checked")
