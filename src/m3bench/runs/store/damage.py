"""Damage of a run folder."""

from __future__ import annotations

import re

import msgspec

from m3bench.core import FormatError
from m3bench.runs.store.chain import CHANGED
from m3bench.runs.store.records import Key

_MAX_ID = 120
_MAX_NAMED = 12
_NAMES = re.compile(rb'"(?:task_id|case)"\s*:\s*"((?:[^"\\]|\\.){1,400})"')
_EPOCH = re.compile(rb'"epoch"\s*:\s*(\d{1,9})\b')
_HEAD = 2_000
"""The first bytes of a record, which hold its ids."""


class Damage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A file or record that was changed, truncated or lost."""

    file: str
    """Relative to the run folder."""
    problem: str
    line: int | None = None
    task_id: str | None = None
    """The task of the affected attempt, if readable."""
    epoch: int | None = None

    @property
    def key(self) -> Key | None:
        """The affected attempt."""
        return None if self.task_id is None else Key(self.task_id, self.epoch or 1)

    @property
    def invalidates_earlier(self) -> bool:
        """Whether it is a changed record that had replaced earlier ones of its attempt."""
        return self.key is not None and self.problem == CHANGED

    def __str__(self) -> str:
        where = [self.file]
        if self.line is not None:
            where.append(f"line {self.line:,}")
        if self.task_id is not None:
            epoch = f", epoch {self.epoch}" if self.epoch is not None else ""
            where.append(f"task {self.task_id[:_MAX_ID]}{epoch}")
        return _printable(f"{', '.join(where)}: {self.problem}")


class Integrity(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a run folder was changed or damaged."""

    protected: bool = True
    """Whether its records have checksums. Those of older versions have none."""
    damages: tuple[Damage, ...] = ()

    def lines(self) -> list[str]:
        """Return lines to show to the user; none for an intact run with checksums."""
        lines = [str(damage) for damage in self.damages[:_MAX_NAMED]]
        if len(self.damages) > _MAX_NAMED:
            lines.append(f"… and {len(self.damages) - _MAX_NAMED:,} more (all in --json)")
        return lines if self.protected else [*lines, NOT_PROTECTED]


NOT_PROTECTED = "this run of an older m3bench has no checksums: edits to its records cannot be detected"


def damage_error(damage: Damage, folder: str) -> FormatError:
    """Return the error to raise if an intact folder is required."""
    named = None if damage.task_id is None else _printable(damage.task_id[:_MAX_ID])
    place = f"line {damage.line}" if damage.line is not None else None
    error = FormatError(damage.problem, file=f"{folder}/{damage.file}", record=named, place=place)
    error.hint = f"Show what is lost and repair the rest: m3bench runs verify --repair {folder}"
    return error


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def readable_key(line: bytes) -> tuple[str | None, int | None]:
    """Return task and epoch of a damaged record, as far as they are readable."""
    head = line[:_HEAD]
    named, counted = _NAMES.search(head), _EPOCH.search(head)
    if named is None:
        return None, None
    try:
        task_id = msgspec.json.decode(b'"' + named[1] + b'"', type=str)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None, None
    return task_id, int(counted[1]) if counted else 1
