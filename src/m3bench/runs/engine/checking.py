"""The checks of a task, put to what an attempt left behind."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from m3bench.checks import Evidence, See, Verdicts, read_checks, run_checks
from m3bench.core import Result, Task, Text, Trajectory
from m3bench.servers import SERVERS, Files, ToolContext, ToolFailure, load
from m3bench.world import World

_READING = threading.Lock()


def checked(
    task: Task,
    trajectory: Trajectory,
    workspace: Path,
    before: Mapping[str, str],
    world: World,
    *,
    see: See | None = None,
) -> Verdicts | None:
    """What the task's checks say; nothing where it has none. Raises `CheckError` where one breaks."""
    # msgspec works a type out at its first use, and crashes where two threads do so at once.
    with _READING:
        checks = read_checks(task.extra.get("checks", []), task.id)
    if not checks:
        return None
    return run_checks(checks, Evidence(task, trajectory, workspace, before, asker(world, workspace), see))


def asker(world: World, workspace: Path) -> Callable[[str, dict[str, Any]], Result]:
    """Asks a bundled server again, as it answers at the time of the check."""
    context = ToolContext(world, Files(workspace))

    def ask(tool: str, arguments: dict[str, Any]) -> Result:
        server, _, name = tool.partition("/")
        if server not in SERVERS:
            return Result((Text(f"{server} cannot be asked at check time."),), is_error=True)
        try:
            return Result((Text(load(server).call(context, name, arguments).text),))
        except ToolFailure as failure:
            return Result((Text(str(failure)),), is_error=True)

    return ask


def hashes(assets: Mapping[str, bytes | Path]) -> dict[str, str]:
    """The files with which a workspace begins, by their SHA-256."""
    return {
        name: hashlib.sha256(file if isinstance(file, bytes) else file.read_bytes()).hexdigest()
        for name, file in assets.items()
    }
