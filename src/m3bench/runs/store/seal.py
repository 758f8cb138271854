"""The seal of a run folder: the state of its files at the end of the last session.

Later records do not break it. Missing records do.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.core import FormatError
from m3bench.formats.io import end_of_complete_lines, open_regular
from m3bench.runs.store.chain import START, mark_of
from m3bench.runs.store.documents import read_document, stamp_of, write_document

FILE = "seal.json"
_CHUNK = 1 << 20


class FileSeal(msgspec.Struct, frozen=True):
    """The state of a record file at the end of a session."""

    records: int
    end: str
    """The checksum of its last record."""


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """The content of `seal.json`."""

    manifest: str | None
    """The checksum of the manifest."""
    files: dict[str, FileSeal]


def write_seal(folder: Path, manifest: Path, files: tuple[Path, ...]) -> None:
    """Write the seal of these files. Missing files are left out."""
    with open_regular(manifest) as file:
        check = stamp_of(file.read()).check
    seals = {path.name: sealed for path in files if (sealed := _sealed(path)) is not None}
    write_document(folder / FILE, Seal(manifest=check, files=seals))


def read_seal(folder: Path) -> tuple[Seal | None, str | None]:
    """Return the seal, if there is one, and the problem of its file, if any."""
    if not (folder / FILE).exists():
        return None, None
    try:
        seal, stamp = read_document(folder / FILE, Seal)
    except FormatError as error:
        return None, error.problem
    return (seal, None) if stamp.intact else (None, "it does not match its checksum: it was changed")


def _sealed(path: Path) -> FileSeal | None:
    try:
        file = open_regular(path)
    except FileNotFoundError:
        return None
    with file:
        end = end_of_complete_lines(file.fileno())
        records, last, left = 0, 0, end
        while left > 0 and (chunk := file.read(min(_CHUNK, left))):
            records += chunk.count(b"\n")
            line_break = chunk.rfind(b"\n", 0, len(chunk) - (left == len(chunk)))
            last = end - left + line_break + 1 if line_break >= 0 else last
            left -= len(chunk)
        file.seek(last)
        line = file.read(end - last)
    return FileSeal(records, mark_of(line) if line else START)
