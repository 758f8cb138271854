"""Repositories that tasks begin with, and the history that the Git server tells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.suites import CallResult, DataFile, PlanError
from m3bench_suites.builders.verse.folders._shared.words import email

_ENTRY = re.compile(r"Commit: (\w{40})\nAuthor: (.*)\nDate: (\S+) .*\nMessage: (.*)")


class Change(msgspec.Struct, frozen=True):
    """A commit to be: its message, who makes it and on which day, and the texts of the files it changes."""

    message: str
    author: str
    day: str
    files: Mapping[str, str | None]
    parents: list[int] | None = None


def repository(
    path: str,
    changes: Sequence[Change],
    *,
    branches: Mapping[str, int] | None = None,
    tags: Mapping[str, int] | None = None,
) -> DataFile:
    """Return a repository with these commits; branches and tags name them by their index."""
    content: dict[str, Any] = {
        "commits": [_commit(change, index) for index, change in enumerate(changes)],
        "branches": dict(branches or {}),
        "tags": dict(tags or {}),
    }
    return DataFile(path, "git", content)


def _commit(change: Change, place: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "message": change.message,
        "author": f"{change.author} <{email(change.author)}>",
        "time": f"{change.day}T{8 + place % 10:02d}:{(17 * place) % 60:02d}:00+00:00",
        "files": dict(change.files),
    }
    return found if change.parents is None else {**found, "parents": change.parents}


def revision(log: CallResult, message: str, place: int = 0) -> str:
    """Return the hash of a commit with this message in a log, the newest first."""
    found = [match[1] for match in _ENTRY.finditer(log.text) if match[4].strip() == message]
    if len(found) <= place:
        raise PlanError(f"{log.tool} has no commit {message!r}: {log.text[:200]}")
    return found[place]


def inside(path: str) -> str:
    """Return the glob of everything that Git keeps in a repository."""
    return f"{path}/.git/**/*"
