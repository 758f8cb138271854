"""Make attempts of a run again: choose them, and record that before anything is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from types import MappingProxyType

import msgspec

from m3bench.core import Status, UsageError
from m3bench.core.text import did_you_mean, plural
from m3bench.runs.store import (
    AttemptTable,
    FinishedAttempt,
    Key,
    RetryRequest,
    RunFolder,
    earlier_sessions,
    user_name,
)


def _is_scored(attempt: FinishedAttempt) -> bool:
    undecided = attempt.verdicts is not None and attempt.verdicts.undecided
    return not attempt.failed and not undecided


def _is_failed(attempt: FinishedAttempt) -> bool:
    if attempt.verdicts is not None:
        return _is_scored(attempt) and not attempt.verdicts.passed
    return _is_scored(attempt) and attempt.trajectory.status is not Status.COMPLETED


_KINDS: Mapping[str, Callable[[FinishedAttempt], bool]] = MappingProxyType(
    {
        "failed": _is_failed,
        "unscored": lambda attempt: not _is_scored(attempt),
        "errors": lambda attempt: attempt.trajectory.status is not Status.COMPLETED,
    }
)
"""Scored attempts that did not pass; attempts that are not scored; attempts that were cut short."""


def request_retries(folder: RunFolder, what: Sequence[str], *, say: Callable[[str], None]) -> None:
    """Record that attempts are to be made again. Their old results count until the new ones are there.

    If one of them had been scored, the manifest says from now on that the run is a best-of.

    Args:
        folder: The run.
        what: `failed`, `unscored`, `errors`, or ids or patterns of tasks; with ``#epoch`` for one attempt.
        say: Receives a message.

    Raises:
        UsageError: The run has no such attempt.
    """
    if not what:
        return
    table = earlier_sessions(folder).table
    chosen: dict[Key, bool] = {}
    for name in what:
        chosen |= _chosen(table, folder, name)
    if not chosen:
        say(f"there is nothing to retry: no attempt is {' or '.join(what)}")
        return
    scored = sum(chosen.values())
    now, attempts = datetime.now(UTC), tuple(chosen)
    request = RetryRequest(at=now, by=user_name(), what=tuple(what), attempts=attempts, scored=scored)
    with folder.lock():
        manifest = folder.manifest
        if scored and not manifest.best_of:
            folder.write_manifest(msgspec.structs.replace(manifest, best_of=True))
        with folder.open_journal() as journal:
            journal.append(request)
    note = f"; {scored} had been scored, so the run is a best-of from now on" if scored else ""
    say(f"to be made again: {plural(len(chosen), 'attempt')}{note}")


def _chosen(table: AttemptTable, folder: RunFolder, what: str) -> dict[Key, bool]:
    """Return the attempts, and whether each had been scored."""
    attempts = table.read(folder, table.made())
    if what in _KINDS:
        return {attempt.key: _is_scored(attempt) for attempt in attempts if _KINDS[what](attempt)}
    task, _, epoch = what.rpartition("#") if what.rpartition("#")[2].isdecimal() else (what, "", "")
    named = {
        attempt.key: _is_scored(attempt)
        for attempt in attempts
        if (attempt.task_id in (task, what) or fnmatchcase(attempt.task_id, task))
        and (not epoch or attempt.epoch == int(epoch) or attempt.task_id == what)
    }
    if not named:
        known = [*_KINDS, *table.task_ids]
        hint = did_you_mean(what, known, f"Write {', '.join(_KINDS)}, or the id of a task.")
        raise UsageError(f"{folder.path} has no attempt {what!r} to retry.", hint)
    return named
