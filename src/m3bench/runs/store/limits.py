"""The limits of a run: the initial ones and their changes."""

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
from m3bench.runs.store.records import LimitsChange
from m3bench.runs.store.whole_run import earlier_sessions

_OPTIONS = {name: f"--{name.replace('_', '-')}" for name in RunLimits.__struct_fields__}
_OPTIONS |= {"model_timeout": "--reply-timeout", "in_flight": "--concurrent-requests"}
"""Command-line options of limits, by their names in the manifest."""


def limit_changes(folder: RunFolder) -> list[LimitsChange]:
    """Return all changes of limits in order."""
    return earlier_sessions(folder).changes


def current_limits(folder: RunFolder) -> RunLimits:
    """Return the current limits of a run. Runs of older versions without limits have the defaults."""
    return apply_limit_changes(folder.manifest.limits, limit_changes(folder))


def apply_limit_changes(initial: RunLimits | None, changes: Sequence[LimitsChange]) -> RunLimits:
    """Return the limits after these changes."""
    values: dict[str, Any] = msgspec.to_builtins(initial or RunLimits())
    for change in changes:
        values |= {name: after for name, (_, after) in change.changes.items()}
    try:
        return msgspec.convert(values, RunLimits)
    except msgspec.ValidationError as error:
        raise FormatError(f"invalid change of limits: {error}", file="journal.jsonl") from None


def limits_change(old: RunLimits, new: RunLimits) -> LimitsChange | None:
    """Return the change between two sets of limits; None if they are equal."""
    before, after = msgspec.to_builtins(old), msgspec.to_builtins(new)
    changes = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
    return LimitsChange(at=datetime.now(UTC), by=user_name(), changes=changes) if changes else None


def describe_limits(limits: RunLimits) -> str:
    """Format the limits that affect results or costs, as on the command line."""
    decisive = ("task_timeout", "retries", "max_cost", "max_tokens")
    given = [(_OPTIONS[name], getattr(limits, name)) for name in decisive]
    return ", ".join(f"{option} {_shown(value)}" for option, value in given if value is not None)


def describe_change(change: LimitsChange) -> Iterator[str]:
    """Yield one line per changed limit."""
    for name, (before, after) in change.changes.items():
        option = _OPTIONS.get(name, name)
        yield f"{option} {_shown(before)} → {_shown(after)} by {change.by}, {change.at:%Y-%m-%d %H:%M} UTC"


def _shown(value: Any) -> str:
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def user_name() -> str:
    """Return the name of the user on this machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container without user names
        return f"user {os.getuid()}"
