"""The checks of one attempt, on its stored workspace or a fresh one."""

from __future__ import annotations

import io
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from m3bench.checks import See, Verdicts
from m3bench.core import FormatError, Task
from m3bench.formats.io import path_inside
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.engine import check_attempt, file_hashes
from m3bench.runs.replaying import Assets
from m3bench.runs.store import FinishedAttempt, RunFolder
from m3bench.world import World

StoredWorkspace = Path | bytes | None
"""A folder on this machine, an archive from another one, or None if the attempt changed nothing."""


class AttemptChecker:
    """Runs the checks of attempts."""

    def __init__(self, assets: Assets, world: World, see: See | None) -> None:
        self._assets, self._world, self._see = assets, world, see

    def check(self, task: Task, attempt: FinishedAttempt, stored: StoredWorkspace) -> Verdicts | None:
        """Return new verdicts. Raises `CheckError` if a check cannot be run."""
        before = self._assets(attempt.task_id)
        with self._workspace(attempt, stored) as workspace:
            return check_attempt(
                task, attempt.trajectory, workspace, file_hashes(before), self._world, see=self._see
            )

    @contextmanager
    def _workspace(self, attempt: FinishedAttempt, stored: StoredWorkspace) -> Iterator[Path]:
        if isinstance(stored, Path):
            yield stored
            return
        with tempfile.TemporaryDirectory(prefix="m3bench-") as name:
            workspace = Path(name, "workspace")
            workspace.mkdir()
            if stored is None:
                fill_workspace(workspace, self._assets(attempt.task_id))
            else:
                unpack_workspace(stored, workspace)
            yield workspace


def find_workspace(folder: RunFolder, attempt: FinishedAttempt) -> Path | None:
    """Return the stored workspace of an attempt; None if the attempt changed nothing."""
    if attempt.workspace is None:
        return None
    workspace = path_inside(folder.path, attempt.workspace)
    if not workspace.is_dir():
        problem = f"the workspace {attempt.workspace} is missing"
        raise FormatError(problem, file=str(folder.path), record=attempt.task_id)
    return workspace


def pack_workspace(workspace: Path) -> bytes:
    """Return a workspace as an archive, with folders and links: checks look at those too."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as file:
        file.add(workspace, arcname=".")
    return archive.getvalue()


def unpack_workspace(archive: bytes, folder: Path) -> None:
    """Write an archived workspace to a folder. Links stay links: nothing is written through them."""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r") as file:
        file.extractall(folder, filter="tar")
