"""Errors of one attempt that nobody foresaw: the attempt is a failure of the harness, and the run goes on."""

from __future__ import annotations

import errno
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents import Attempt, BudgetSpent, Ending
from m3bench.checks import CheckError
from m3bench.core import M3BenchError, Status, Task, Trajectory, Usage, missing_extra
from m3bench.core.redaction import redactor
from m3bench.core.text import LONGEST_REASON, shorten_middle, shown_name
from m3bench.formats.io import path_inside, write_atomically
from m3bench.hosting import Workspace, WorkspaceError, file_name, unwrap_group
from m3bench.runs.engine.trajectory import clean_trajectory
from m3bench.runs.store import ERRORS, FinishedAttempt, Key, RunFolder

_OF_THE_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
)
_LONGEST_TRACEBACK = 100_000
_MOST_FRAMES = 100
_OF_ONE_ATTEMPT = (CheckError, WorkspaceError)


def concerns_run(error: Exception) -> bool:
    """Return whether every other attempt would meet the error as well."""
    if isinstance(error, OSError):
        return error.errno in _OF_THE_MACHINE
    return isinstance(error, (BudgetSpent, M3BenchError)) and not isinstance(error, _OF_ONE_ATTEMPT)


@dataclass
class Progress:
    """A try, and what is known of it so far. If the harness fails, this is what stays of it."""

    folder: RunFolder
    task: Task
    key: Key
    number: int
    workspace: Path | None = None
    attempt: Attempt | None = None
    agent: str | None = None
    trajectory: Trajectory | None = None
    usage: Usage | None = None

    def note(self, error: Exception) -> str:
        """Write the traceback of an error; return the error and the file, for people."""
        words = shown_name(shorten_middle(traceback.format_exception_only(error)[-1].strip(), LONGEST_REASON))
        return f"internal error: {words} (traceback: {self.write(error)})"

    def write(self, error: Exception) -> str:
        """Write the traceback of an error; return its path in the run folder."""
        return write_traceback(self.folder.path, self.key, self.number, error)

    def failed(self, error: Exception) -> FinishedAttempt:
        """Return the try as a failure of the harness.

        Raises:
            Exception: The error itself, if it ends the run, or why the run folder cannot be written to.
        """
        error = unwrap_group(error)
        if (extra := missing_extra(error)) is not None:
            raise extra from None
        if concerns_run(error):
            raise error
        reason = self.note(error)
        if self.workspace is not None:
            _remove(self.workspace)
        return self.ended(self._known(), reason=reason)

    def ended(self, known: Trajectory, **extra: Any) -> FinishedAttempt:
        """Return the try as a failure of the harness, with what else is known of it."""
        (task_id, epoch), extra = self.key, {**known.extra, **extra}
        trajectory = msgspec.structs.replace(known, status=Status.HARNESS_FAILURE, extra=extra)
        return FinishedAttempt(task_id=task_id, epoch=epoch, number=self.number, trajectory=trajectory)

    def _known(self) -> Trajectory:
        if self.trajectory is not None:
            return self.trajectory
        try:
            return self._recorded()
        except Exception:  # noqa: BLE001 - what cannot be recorded may be the error itself
            return self.bare()

    def _recorded(self) -> Trajectory:
        if self.attempt is None or self.workspace is None:
            return self.bare()
        made = self.attempt.trajectory(Ending(), agent=self.agent or "")
        return clean_trajectory(self.folder.blobs.without_bytes(made), self.workspace)

    def bare(self) -> Trajectory:
        """Return what is known of every try."""
        return Trajectory(
            task_id=self.task.id,
            family=self.task.family,
            request=self.task.request or self.task.fuzzy_request or "",
            agent=self.agent,
            usage=self.usage if self.attempt is None else self.attempt.usage,
        )


def _remove(workspace: Path) -> None:
    try:
        Workspace(workspace).remove()
    except (M3BenchError, OSError, RecursionError):
        return  # the scratch folder of the run is removed at its end


def write_traceback(run: Path, key: Key, number: int, error: BaseException) -> str:
    """Write the traceback of a try, without secrets; return its path in the run folder.

    Raises:
        OSError: The run folder is gone.
        FormatError: It cannot be written to.
    """
    if not run.is_dir():
        raise FileNotFoundError(errno.ENOENT, "the run folder is gone", str(run))
    (run / ERRORS).mkdir(exist_ok=True)
    name = f"{ERRORS}/{file_name(key.task_id)}-{key.epoch}-{number}.txt"
    write_atomically(path_inside(run, name), [_traceback_text(error).encode("utf-8", "backslashreplace")])
    return name


def _traceback_text(error: BaseException) -> str:
    """Format an error. The frames of an endless recursion and long messages are cut in the middle."""
    lines = traceback.TracebackException.from_exception(error, limit=-_MOST_FRAMES).format()
    return shorten_middle(redactor().text("".join(lines)), _LONGEST_TRACEBACK)
