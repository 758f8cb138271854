"""Chained checksums of records: detect records that were changed, moved or removed.

This is not a signature: whoever recomputes all later checksums is not detected.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from m3bench.runs.store.digest_set import DigestSet

NO_RUN = "0" * 16
"""The run id of files without a run."""
START = "0" * 32
"""The checksum before the first record."""
_TAIL = re.compile(rb',"run":"([0-9a-f]{16})","prev":"([0-9a-f]{32})","check":"([0-9a-f]{32})"\}\n?\Z')
_CHECK = len(b',"check":""}') + len(START)
TAIL = len(b',"run":"","prev":""') + len(NO_RUN) + len(START) + _CHECK + 1
"""Bytes that the checksums add to a line, including its line break."""

NO_CHECKSUM = "its checksum is missing or illegible"
CHANGED = "it does not match its checksum: it was changed or damaged"
FOREIGN = "it belongs to another run"
COPY = "it is a copy of an earlier record"
GAP = "records before it are missing or were moved"


class Link(NamedTuple):
    """The end of a record: its run, the checksum of the previous record, and its own checksum."""

    run: str
    previous: str
    check: str


class Finding(NamedTuple):
    """A problem of a line, and whether the line is usable despite it."""

    problem: str
    usable: bool


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def link_record(record: bytes, run: str, previous: str) -> tuple[bytes, str]:
    """Return the line of a record, which must be a non-empty JSON object, and its checksum."""
    body = b'%b,"run":"%b","prev":"%b"' % (record[:-1], run.encode(), previous.encode())
    check = digest(body)
    return b'%b,"check":"%b"}\n' % (body, check.encode()), check


def link_of(line: bytes) -> Link | None:
    """Parse the end of a line; None without a checksum."""
    match = _TAIL.search(line, max(0, len(line) - TAIL))
    return Link(*(group.decode() for group in match.groups())) if match else None


def is_intact(line: bytes, link: Link) -> bool:
    """Return whether a line matches its checksum."""
    length = len(line) - line.endswith(b"\n") - _CHECK
    return digest(line[:length]) == link.check


def mark_of(line: bytes) -> str:
    """Return the checksum that the next record must refer to."""
    link = link_of(line)
    return digest(line) if link is None else link.check


class Chain:
    """Checks the lines of one file in order.

    Records must belong to `run`, by default the run of the first record. Unless checksums are `required`,
    lines of older versions without checksums may precede the first line that has one.
    """

    def __init__(self, run: str | None = None, *, required: bool = False) -> None:
        self._run, self._required = run, required
        self._head: str | None = START
        self._seen = DigestSet()
        self.lines = 0
        self.unprotected = 0

    def take(self, line: bytes) -> Finding | None:
        """Check the next line; return its problem, if any."""
        self.lines += 1
        link = link_of(line)
        if link is None:
            return self._without_checksum(line)
        self._required = True
        if not is_intact(line, link):
            self._head = None
            return Finding(CHANGED, usable=False)
        self._run = self._run or link.run
        if link.run != self._run:
            return Finding(FOREIGN, usable=False)
        if link.check in self._seen:
            return Finding(COPY, usable=False)
        follows = self._head in (None, link.previous)
        self._head = link.check
        self._seen.add(link.check)
        return None if follows else Finding(GAP, usable=True)

    def reaches(self, check: str) -> bool:
        """Return whether the record with this checksum was seen."""
        return check in self._seen or check == START

    def _without_checksum(self, line: bytes) -> Finding | None:
        if self._required:
            self._head = None
            return Finding(NO_CHECKSUM, usable=False)
        self.unprotected += 1
        self._head = digest(line)
        self._seen.add(self._head)
        return None
