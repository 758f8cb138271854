"""Choose the attempts to make again, and record that before anything is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from types import MappingProxyType

import msgspec

from m3bench.core import Status, UsageError
from m3bench.core.text import did_you_mean, plural
from m3bench.runs.store import (
    FinishedAttempt,
    JournalSummary,
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
    found = earlier_sessions(folder)
    chosen: dict[Key, bool] = {}
    for each in what:
        chosen |= _chosen(found, folder, each)
    if not chosen:
        say(f"there is nothing to retry: no attempt is {' or '.join(what)}")
        return
    scored = sum(chosen.values())
    request = RetryRequest(
        at=datetime.now(UTC), by=user_name(), what=tuple(what), attempts=tuple(chosen), scored=scored
    )
    with folder.lock():
        manifest = folder.manifest
        if scored and not manifest.best_of:
            folder.write_manifest(msgspec.structs.replace(manifest, best_of=True))
        with folder.open_journal() as journal:
            journal.append(request)
    note = f"; {scored} had been scored, so the run is a best-of from now on" if scored else ""
    say(f"to be made again: {plural(len(chosen), 'attempt')}{note}")


def _chosen(found: JournalSummary, folder: RunFolder, what: str) -> dict[Key, bool]:
    """Return the attempts, and whether each had been scored."""
    table = found.table
    attempts = table.read(folder, table.made())
    if what in _KINDS:
        return {each.key: _is_scored(each) for each in attempts if _KINDS[what](each)}
    task, _, epoch = what.rpartition("#") if what.rpartition("#")[2].isdecimal() else (what, "", "")
    named = {
        each.key: _is_scored(each)
        for each in attempts
        if (each.task_id in (task, what) or fnmatchcase(each.task_id, task))
        and (not epoch or each.epoch == int(epoch) or each.task_id == what)
    }
    if not named:
        known = [*_KINDS, *table.task_ids]
        hint = did_you_mean(what, known, f"Write {', '.join(_KINDS)}, or the id of a task.")
        raise UsageError(f"{folder.path} has no attempt {what!r} to retry.", hint)
    return named
