"""The cassette file: a sequence of JSON objects, formatted so that diffs are readable.

Each object is a block: a header, then tool listings, then calls with their answers. Blocks are only appended,
each in one write: a killed recording leaves complete blocks and at most one incomplete block.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any, Self

import msgspec

from m3bench.core import FormatError, UsageError, canonical_json
from m3bench.core.redaction import redactor
from m3bench.hosting.cassette.blocks import (
    Answer,
    CassetteError,
    Entry,
    Key,
    Listing,
    Ticket,
    call_block,
    call_from,
    laid_out,
    listing_block,
    listing_from,
)

VERSION = 1
BLOBS = "blobs"

_HEADER = {"m3bench": VERSION, "kind": "cassette"}


class Cassette(msgspec.Struct, frozen=True, kw_only=True):
    """A recording as stored in the file, with placeholders."""

    file: str
    listings: tuple[Listing, ...] = ()
    entries: tuple[Entry, ...] = ()
    cut_off: str | None = None
    """Where the last block is incomplete, if its writing was interrupted."""


class CassetteWriter:
    """Writes a new cassette. Calls may overlap: blocks are written when they are complete, and sorted by the
    order of issue when the writer is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._orders = itertools.count()
        self._occurrences: Counter[Key] = Counter()
        self._spans: list[tuple[int, int, int]] = []
        if path.exists():
            raise UsageError(
                f"The cassette {path} already exists.", "Remove it to record again, or choose another name."
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb")
        except OSError as error:
            raise CassetteError(f"Cannot write the cassette {path}: {error}.") from None
        self._write(self.next_order(), _HEADER)

    def next_order(self) -> int:
        return next(self._orders)

    def issue(self, server: str, tool: str, arguments: dict[str, Any]) -> Ticket:
        """Register a call when it is sent, which determines its occurrence."""
        key = server, tool, canonical_json(arguments)
        with self._lock:
            self._occurrences[key] += 1
            return Ticket(
                order=self.next_order(),
                server=server,
                tool=tool,
                arguments=arguments,
                occurrence=self._occurrences[key],
            )

    def answer(self, ticket: Ticket, answer: Answer) -> None:
        self._write(ticket.order, call_block(ticket, answer, self._path.parent / BLOBS))

    def listing(self, order: int, listing: Listing) -> None:
        self._write(order, listing_block(listing))

    def close(self) -> None:
        with self._lock:
            if self._file.closed:
                return
            self._file.close()
            if self._spans != sorted(self._spans):
                self._put_in_order()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, order: int, block: dict[str, Any]) -> None:
        data = redactor().document(laid_out(block))
        with self._lock:
            if self._file.closed:
                raise CassetteError(f"The cassette {self._path} is closed: a call was answered too late.")
            start = self._file.tell()
            try:
                self._file.write(b"\n" if start else b"")
                self._file.write(data)
                self._file.flush()
            except OSError as error:
                raise CassetteError(f"Cannot write the cassette {self._path}: {error}.") from None
            self._spans.append((order, start + bool(start), self._file.tell()))

    def _put_in_order(self) -> None:
        data = self._path.read_bytes()
        partial = self._path.with_name(f"{self._path.name}.partial")
        partial.write_bytes(b"\n".join(data[start:end] for _, start, end in sorted(self._spans)))
        partial.replace(self._path)


def read_cassette(path: Path) -> Cassette:
    """Read a whole cassette, including media."""
    file = str(path)
    blocks, cut_off = _blocks(_decoded(path), file)
    if not blocks:
        raise FormatError("not a cassette: the header is missing or incomplete", file=file)
    _check_header(blocks[0][1], file)
    listings: list[Listing] = []
    entries: dict[tuple[Key, int], Entry] = {}
    for place, block in blocks[1:]:
        recorded = _recorded(block, path.parent / BLOBS, file, place)
        if isinstance(recorded, Listing):
            listings.append(recorded)
        elif entries.setdefault((recorded.key, recorded.occurrence), recorded) is not recorded:
            name = f"{recorded.server}/{recorded.tool}"
            problem = f"duplicate occurrence {recorded.occurrence} of this call of {name}"
            raise FormatError(problem, file=file, place=place)
    return Cassette(file=file, listings=tuple(listings), entries=tuple(entries.values()), cut_off=cut_off)


def _decoded(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"Cannot read the cassette {path}: {error}.") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3:
            raise FormatError("invalid UTF-8", file=str(path), place=f"byte {error.start}") from None
        return data[: error.start].decode()  # ends in the middle of a character


def _blocks(text: str, file: str) -> tuple[list[tuple[str, Any]], str | None]:
    """Return all JSON values with their positions, and where the last one is incomplete."""
    decoder, end, line = json.JSONDecoder(), 0, 1
    blocks: list[tuple[str, Any]] = []
    while (position := _after_space(text, end)) < len(text):
        line += text.count("\n", end, position)
        place = f"line {line}"
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            if "\n{" in text[position:] or text.rstrip().endswith("\n}"):
                raise FormatError(f"invalid JSON ({error})", file=file, place=place) from None
            return blocks, place
        blocks.append((place, value))
        line += text.count("\n", position, end)
    return blocks, None


def _after_space(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _check_header(header: Any, file: str) -> None:
    if not isinstance(header, dict) or header.get("kind") != _HEADER["kind"]:
        raise FormatError("not a cassette: it does not start with a cassette header", file=file)
    version = header.get("m3bench")
    if version != VERSION:
        problem = f"cassette version {version!r} is not supported; this m3bench reads version {VERSION}"
        raise FormatError(problem, file=file)


def _recorded(block: Any, blobs: Path, file: str, place: str) -> Listing | Entry:
    try:
        return listing_from(block) if "listing" in block else call_from(block, blobs)
    except KeyError as error:
        problem = f"invalid cassette entry: {error} is missing"
    except (AttributeError, TypeError, ValueError) as error:
        problem = f"invalid cassette entry: {error}"
    except OSError as error:
        problem = f"cannot read a blob of this entry: {error}"
    raise FormatError(problem, file=file, place=place)
