"""The limits of a run over all its sessions: those that it began with, and every change of them."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from m3bench.core import FormatError
from m3bench.runs.settings import RunLimits
from m3bench.runs.store.folder import RunFolder
from m3bench.runs.store.journal import read_journal
from m3bench.runs.store.records import LimitsChanged

_OPTIONS = {
    "concurrency": "--concurrency",
    "retries": "--retries",
    "task_timeout": "--task-timeout",
    "max_cost": "--max-cost",
    "max_tokens": "--max-tokens",
    "model_timeout": "--model-timeout",
    "provider_wait": "--provider-wait",
}
"""Limits that have an option, by their names in the manifest."""


def limit_changes(folder: RunFolder) -> list[LimitsChanged]:
    """Every change since the run began, in order."""
    return [record for record in read_journal(folder.journal) if isinstance(record, LimitsChanged)]


def limits_of(folder: RunFolder) -> RunLimits:
    """The limits that hold for a run now. Runs of versions that kept none have the usual ones."""
    return limits_after(folder.manifest.limits, limit_changes(folder))


def limits_after(began: RunLimits | None, changes: Sequence[LimitsChanged]) -> RunLimits:
    """The limits that a run began with, as they are after these changes."""
    values: dict[str, Any] = msgspec.to_builtins(began or RunLimits())
    for change in changes:
        values |= {name: after for name, (_, after) in change.changes.items()}
    try:
        return msgspec.convert(values, RunLimits)
    except msgspec.ValidationError as error:
        raise FormatError(f"a change of limits cannot be used: {error}", file="journal.jsonl") from None


def change_of(old: RunLimits, new: RunLimits) -> LimitsChanged | None:
    """What somebody changes now; None where nothing is different."""
    before, after = msgspec.to_builtins(old), msgspec.to_builtins(new)
    changes = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
    return LimitsChanged(at=datetime.now(UTC), by=_user(), changes=changes) if changes else None


def describe_limits(limits: RunLimits) -> str:
    """The limits that decide results or costs, as on the command line."""
    decisive = ("task_timeout", "retries", "max_cost", "max_tokens")
    given = [(_OPTIONS[name], getattr(limits, name)) for name in decisive]
    return ", ".join(f"{option} {_shown(value)}" for option, value in given if value is not None)


def describe_change(change: LimitsChanged) -> Iterator[str]:
    """One line for each limit that was changed."""
    for name, (before, after) in change.changes.items():
        option = _OPTIONS.get(name, name)
        yield f"{option} {_shown(before)} → {_shown(after)} by {change.by}, {change.at:%Y-%m-%d %H:%M} UTC"


def _shown(value: Any) -> str:
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container without names for its users
        return f"user {os.getuid()}"
