"""Office files are ZIP archives of XML: they are inspected before a library unpacks them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager

from m3bench.servers.kit import BadArgument, Files, ToolFailure

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
