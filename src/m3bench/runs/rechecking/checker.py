"""The checks of one attempt, on its stored workspace or a fresh one."""

from __future__ import annotations

import io
import shutil
import tarfile
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import anyio.to_thread

from m3bench.checks import See, Verdicts
from m3bench.core import FormatError, Task, records_folder
from m3bench.formats.io import path_inside
from m3bench.hosting.workspace import fill_workspace
from m3bench.records import has_records_inside, move_records_out
from m3bench.runs.assets import AssetSource
from m3bench.runs.distributed import Answer, Channel, Program, RemoteReviewer
from m3bench.runs.engine import check_attempt, file_hashes
from m3bench.runs.replaying import Assets
from m3bench.runs.store import FinishedAttempt, RunFolder
from m3bench.worlds import World

_WORKSPACE, _RECORDS = "workspace", "records"
StoredWorkspace = Path | bytes | None
"""A folder on this machine, an archive from another one, or None if the attempt changed nothing."""


class AttemptChecker:
    """Runs the checks of attempts."""

    def __init__(self, assets: Assets, world: World, see: See | None) -> None:
        self._assets, self._world, self._see = assets, world, see

    def check(
        self, task: Task, attempt: FinishedAttempt, stored: StoredWorkspace, *, is_older: bool = False
    ) -> Verdicts | None:
        """Return new verdicts. Raises `CheckError` if a check cannot be run.

        `is_older` says that the run is of a version that kept records in the workspace.
        """
        assets = partial(self._assets, attempt.task_id)
        before = file_hashes(assets())
        with self._workspace(attempt, stored, is_older=is_older) as workspace:
            return check_attempt(
                task, attempt.trajectory, workspace, before, self._world, see=self._see, assets=assets
            )

    @contextmanager
    def _workspace(
        self, attempt: FinishedAttempt, stored: StoredWorkspace, *, is_older: bool
    ) -> Iterator[Path]:
        if isinstance(stored, Path) and not (is_older and has_records_inside(stored)):
            yield stored
            return
        with tempfile.TemporaryDirectory(prefix="m3bench-") as name:
            workspace = Path(name, "workspace")
            workspace.mkdir()
            if stored is None:
                fill_workspace(workspace, self._assets(attempt.task_id))
            elif isinstance(stored, Path):
                shutil.copytree(stored, workspace, symlinks=True, dirs_exist_ok=True)
            else:
                unpack_workspace(stored, workspace)
            if is_older:
                move_records_out(workspace)
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
    """Return a workspace and its records as an archive, with folders and links: checks look at those too."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as file:
        file.add(workspace, arcname=_WORKSPACE)
        if records_folder(workspace).is_dir():
            file.add(records_folder(workspace), arcname=_RECORDS)
    return archive.getvalue()


def unpack_workspace(archive: bytes, folder: Path) -> None:
    """Write an archived workspace to a folder, and its records beside it.

    Links stay links: nothing is written through them.
    """
    with tempfile.TemporaryDirectory(prefix=".unpacked-", dir=folder.parent) as name:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r") as file:
            file.extractall(name, filter="tar")
        folder.rmdir()
        Path(name, _WORKSPACE).rename(folder)
        if Path(name, _RECORDS).is_dir():
            Path(name, _RECORDS).rename(records_folder(folder))


@dataclass(frozen=True)
class CheckRequest:
    """Check an attempt. The answer is its `Verdicts`, or None if its task has no checks."""

    task: Task
    attempt: FinishedAttempt
    stored: StoredWorkspace
    is_older: bool = False
    """Whether the run is of a version that kept records in the workspace."""

    def __str__(self) -> str:
        return f"checks of {self.task.id}"


@dataclass(frozen=True)
class RecheckProgram(Program):
    """Checks attempts of a run."""

    files: AssetSource
    reviews: bool
    """Whether there is a judge that reviews pictures."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open the suite, and yield what checks an attempt."""
        see = RemoteReviewer(channel).see if self.reviews else None
        world = self.files.settings.world.world()
        yield answer_with(AttemptChecker(self.files.open(), world, see))


def answer_with(checker: AttemptChecker) -> Answer:
    """Return what answers a `CheckRequest`."""

    async def answer(request: CheckRequest) -> Verdicts | None:
        stored, is_older = request.stored, request.is_older
        check = partial(checker.check, request.task, request.attempt, stored, is_older=is_older)
        return await anyio.to_thread.run_sync(check, abandon_on_cancel=True)

    return answer
