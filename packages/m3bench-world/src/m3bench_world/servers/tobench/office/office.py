"""Argument checks of office tools."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath

from m3bench.servers.kit import BadArgument, Files, ToolFailure

LONGEST_WORDS = 20_000
MOST_ROWS = 200
MOST_COLUMNS = 30
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})")
# What XML cannot hold: control characters except tab and line breaks, and non-characters.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")


def check_words(text: str, name: str, *, empty: bool = False, most: int = LONGEST_WORDS) -> str:
    """Return a text without control characters. Line breaks are kept."""
    clean = _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if not empty and not clean.strip():
        raise BadArgument(name, "it is empty; pass a text")
    if len(clean) > most:
        raise BadArgument(name, f"it has {len(clean):,} characters; the maximum is {most:,}")
    return clean


def check_colour(text: str, name: str) -> str:
    """Return a colour as six upper-case hexadecimal digits."""
    match = _COLOUR.fullmatch(text.strip())
    if match is None:
        raise BadArgument(name, f"'{text[:30]}' is not a colour; write it as '#1f5aa6'")
    return match[1].upper()


def check_number(number: int, name: str, count: int, what: str) -> int:
    """Return a number from 1 to `count`."""
    if not 1 <= number <= count:
        there = f"numbers go from 1 to {count}" if count else f"there is no {what}"
        raise BadArgument(name, f"there is no {what} {number}; {there}")
    return number


def check_suffix(path: str, suffix: str, name: str = "path") -> str:
    if PurePosixPath(path).suffix.lower() != suffix:
        raise BadArgument(name, f"'{path[:80]}' must end in {suffix}")
    return path


def check_cells(rows: Sequence[Sequence[object]], name: str = "rows") -> list[list[str]]:
    """Return the rows of a table as texts, all of the same length."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        raise BadArgument(name, "the table is empty; pass rows of cells, the heading row first")
    if len(rows) > MOST_ROWS or width > MOST_COLUMNS:
        raise BadArgument(name, f"a table has at most {MOST_ROWS} rows and {MOST_COLUMNS} columns")
    return [
        [
            check_words(_cell(row[index]) if index < len(row) else "", name, empty=True)
            for index in range(width)
        ]
        for row in rows
    ]


def _cell(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


MOST_MEMBERS = 2_000
MOST_UNPACKED = 128 * 2**20
MOST_XML = 16 * 2**20
MOST_ELEMENTS = 200_000
_DECLARATIONS = tuple(
    word.encode(coding)
    for word in ("<!DOCTYPE", "<!ENTITY")
    for coding in ("utf-8", "utf-16-le", "utf-16-be")
)
_XML = (".xml", ".rels", ".vml")
_SPAN = re.compile(rb"(?:gridSpan|rowSpan)\b[^>]{0,40}?[\"']\s*\d{4,}")


def read_package(files: Files, path: str, name: str = "path") -> bytes:
    """Return the bytes of an office file that a library can open without harm."""
    data = files.read(path, name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            problem = _problem(archive)
    except Exception:  # noqa: BLE001 - broken archives end in errors of several libraries
        problem = "is not an office file (.docx or .pptx), or is broken"
    if problem:
        raise BadArgument(name, f"{shown_path(path)} {problem}")
    return data


def _problem(archive: zipfile.ZipFile) -> str:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        return "is too large unpacked"
    elements, size = 0, 0
    for member in members:
        with archive.open(member) as file:
            text = file.read(64)
            if not (
                member.filename.lower().endswith(_XML) or text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
            ):
                continue
            text += file.read(MOST_XML)
        size, elements = size + len(text), elements + text.count(b"<")
        if any(word in text for word in _DECLARATIONS):
            return "declares XML entities, which is not allowed"
        if size > MOST_XML or elements > MOST_ELEMENTS or _SPAN.search(text):
            return f"is too large: more than {MOST_ELEMENTS:,} elements"
    return ""


@contextmanager
def guarded(path: str, name: str = "path") -> Iterator[None]:
    """Turn the errors of a library about a broken file into advice."""
    try:
        yield
    except ToolFailure:
        raise
    except RecursionError:
        raise BadArgument(name, f"{shown_path(path)} is nested too deeply") from None
    except Exception as problem:
        kind = type(problem).__name__
        raise BadArgument(
            name, f"{shown_path(path)} has parts that cannot be processed ({kind})"
        ) from problem


def shown_path(path: str) -> str:
    return f"'{path[:80]}'"
