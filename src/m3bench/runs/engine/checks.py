"""Run the checks of a task on an attempt."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from m3bench.checks import Assets, Evidence, See, Verdicts, failed_verdicts, run_checks, task_checks
from m3bench.core import Media, Result, Status, Task, Text, Trajectory
from m3bench.servers import SERVERS, Files, ToolContext, ToolFailure, load
from m3bench.worlds import World

_READING = threading.Lock()


def check_attempt(
    task: Task,
    trajectory: Trajectory,
    workspace: Path,
    before: Mapping[str, str],
    world: World,
    *,
    see: See | None = None,
    assets: Assets | None = None,
) -> Verdicts | None:
    """Run the checks of a task. If its workspace was over its quota, all of them fail, and none is run.

    Args:
        task: The task with its checks or its answer key.
        trajectory: What the agent did.
        workspace: The workspace as the agent left it.
        before: SHA-256 of the files in the workspace before the attempt.
        world: Answers calls of bundled servers at check time.
        see: Asks a judge; without it, what code cannot decide stays undecided.
        assets: Returns the files that were given; without it, no file is compared with them.

    Returns:
        The verdicts; None if the task has neither checks nor an answer key.

    Raises:
        CheckError: A check failed to run.
    """
    # msgspec builds a decoder at first use, and crashes if two threads do so at the same time.
    with _READING:
        checks = task_checks(task)
    if not checks:
        return None
    if trajectory.status is Status.OVER_QUOTA:
        return failed_verdicts(checks, "the workspace was over its quota and is not examined")
    query = make_server_query(world, workspace)
    return run_checks(checks, Evidence(task, trajectory, workspace, before, query, see, assets))


def make_server_query(world: World, workspace: Path) -> Callable[[str, dict[str, Any]], Result]:
    """Return a function that calls tools of bundled servers at check time."""
    context = ToolContext(world, Files(workspace))

    def query(tool: str, arguments: dict[str, Any]) -> Result:
        server, _, name = tool.partition("/")
        if server not in SERVERS:
            return Result((Text(f"{server} cannot be called at check time."),), is_error=True)
        try:
            answer = load(server).call(context, name, arguments)
        except ToolFailure as failure:
            return Result((Text(str(failure)),), is_error=True)
        pictures = (Media(media_type=picture.media_type, data=picture.data) for picture in answer.pictures)
        return Result((Text(answer.text), *pictures))

    return query


def file_hashes(assets: Mapping[str, bytes | Path]) -> dict[str, str]:
    """Map file names to the SHA-256 of their content."""
    return {
        name: hashlib.sha256(file if isinstance(file, bytes) else file.read_bytes()).hexdigest()
        for name, file in assets.items()
    }
