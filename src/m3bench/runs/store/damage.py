"""What is found in a run folder that is not as it was written."""

from __future__ import annotations

import re

import msgspec

from m3bench.core import FormatError
from m3bench.runs.store.chain import CHANGED
from m3bench.runs.store.records import Key

_LONGEST_ID = 120
_MOST_NAMED = 12
_NAMES = re.compile(rb'"(?:task_id|case)"\s*:\s*"((?:[^"\\]|\\.){1,400})"')
_EPOCH = re.compile(rb'"epoch"\s*:\s*(\d{1,9})\b')
_HEAD = 2_000
"""Bytes at the beginning of a record in which its names stand."""


class Damage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One file or record that was changed, cut or lost."""

    file: str
    """Relative to the run folder."""
    problem: str
    line: int | None = None
    task_id: str | None = None
    """Of the attempt that it concerns, where that is legible."""
    epoch: int | None = None

    @property
    def key(self) -> Key | None:
        """The attempt that it concerns."""
        return None if self.task_id is None else Key(self.task_id, self.epoch or 1)

    @property
    def voids(self) -> bool:
        """Whether it was a record in the place of earlier ones of its attempt, and was changed."""
        return self.key is not None and self.problem == CHANGED

    def __str__(self) -> str:
        where = [self.file]
        if self.line is not None:
            where.append(f"line {self.line:,}")
        if self.task_id is not None:
            epoch = f", epoch {self.epoch}" if self.epoch is not None else ""
            where.append(f"task {self.task_id[:_LONGEST_ID]}{epoch}")
        return _printable(f"{', '.join(where)}: {self.problem}")


class Integrity(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a run folder is as it was written."""

    protected: bool = True
    """Whether its records carry checksums; those of older versions do not."""
    damages: tuple[Damage, ...] = ()

    def lines(self) -> list[str]:
        """What a person is told; nothing of a protected run that is whole."""
        told = [str(damage) for damage in self.damages[:_MOST_NAMED]]
        if len(self.damages) > _MOST_NAMED:
            told.append(f"… and {len(self.damages) - _MOST_NAMED:,} more (all in --json)")
        return told if self.protected else [*told, NOT_PROTECTED]


NOT_PROTECTED = "an older m3bench made this run, without checksums: edits to its records cannot be noticed"


def refused(damage: Damage, folder: str) -> FormatError:
    """The error of whoever needs a folder that is whole."""
    named = None if damage.task_id is None else _printable(damage.task_id[:_LONGEST_ID])
    place = f"line {damage.line}" if damage.line is not None else None
    error = FormatError(damage.problem, file=f"{folder}/{damage.file}", record=named, place=place)
    error.hint = f"See what is lost, and write the rest anew: m3bench runs repair {folder}"
    return error


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def legible_key(line: bytes) -> tuple[str | None, int | None]:
    """Task and epoch of a record that is damaged, as far as they can be read."""
    head = line[:_HEAD]
    named, counted = _NAMES.search(head), _EPOCH.search(head)
    if named is None:
        return None, None
    try:
        task_id = msgspec.json.decode(b'"' + named[1] + b'"', type=str)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None, None
    return task_id, int(counted[1]) if counted else 1
