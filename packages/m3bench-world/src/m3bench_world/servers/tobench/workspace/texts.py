"""Text files of the workspace, its office files and its listings."""

from __future__ import annotations

import contextlib
import io
import os
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from m3bench.core import STATE_FOLDER, Depth, Look
from m3bench.core.text import shown_name
from m3bench.servers.kit import BadArgument, Files

MOST_ENTRIES = 10_000
_DEEPEST = 30


class Entry(NamedTuple):
    """A file or folder. Links and other special files are not listed."""

    path: str
    """Relative to the workspace."""
    is_folder: bool
    size: int
    depth: int
    """1 for what is in the folder itself."""


def walk(files: Files, folder: Path, deepest: int = _DEEPEST) -> Iterator[Entry]:
    """Yield what is in a folder and below it, in the order of names, at most `MOST_ENTRIES`."""
    for count, entry in enumerate(_below(files, folder, 1, min(deepest, _DEEPEST))):
        if count >= MOST_ENTRIES:
            return
        yield entry


def _below(files: Files, folder: Path, depth: int, deepest: int) -> Iterator[Entry]:
    found: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        path = Path(entry.path)
        if folder == files.root and entry.name.casefold() == STATE_FOLDER:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield Entry(files.relative(path), True, 0, depth)
            if depth < deepest:
                yield from _below(files, path, depth + 1, deepest)
        elif entry.is_file(follow_symlinks=False):
            with contextlib.suppress(OSError):
                size = entry.stat(follow_symlinks=False).st_size
                yield Entry(files.relative(path), False, size, depth)


MOST_BYTES = 5_000_000
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


def read_text(files: Files, path: str, name: str = "path", most: int = MOST_BYTES) -> str:
    """Return the text of a file in UTF-8, or UTF-16 with a byte order mark. Line ends become `\\n`."""
    return decode_text(files.read(path, name), path, name, most)


def decode_text(data: bytes, path: str, name: str = "path", most: int = MOST_BYTES) -> str:
    """Decode a text as `read_text` does."""
    if len(data) > most:
        raise BadArgument(name, f"'{shown_path(path)}' has {len(data):,} bytes; the maximum is {most:,}")
    coding = next((coding for mark, coding in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        raise BadArgument(name, f"'{shown_path(path)}' is not a text file in UTF-8") from None
    if "\0" in text[:4_096]:
        raise BadArgument(name, f"'{shown_path(path)}' is a binary file, not a text")
    return text.replace("\r\n", "\n")


def look_at(
    files: Files, path: str, depth: Depth = "content", spans: tuple[tuple[float, float], ...] = ((0.0, 1.0),)
) -> Look:
    """Return a look at a file of the workspace."""
    return Look(files.relative(files.inside(path)), depth, spans)


def shown_path(path: str) -> str:
    """Return a path that fits into a message."""
    return shown_name(path.replace("\0", "\\0")[:120])


MOST_MEMBERS = 1_000
MOST_UNPACKED = 60_000_000
MOST_XML = 12_000_000
MOST_ELEMENTS = 300_000
_EPOCH = (1980, 1, 1, 0, 0, 0)
_XML = (".xml", ".rels", ".vml")
_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")


def require_harmless(data: bytes, path: str, name: str = "path") -> None:
    """Refuse a file that is no ZIP archive, too large unpacked, or that declares XML entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            problem = _problem(archive)
    except Exception:  # noqa: BLE001 - readers raise whatever the bytes provoke
        problem = "is not a readable office file"
    if problem:
        raise BadArgument(name, f"'{shown_path(path)}' {problem}")


def _problem(archive: zipfile.ZipFile) -> str | None:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        return "is too large unpacked"
    texts = [member for member in members if member.filename.lower().endswith(_XML)]
    if sum(member.file_size for member in texts) > MOST_XML:
        return f"has more than {MOST_XML // 1_000_000} MB of text"
    elements = 0
    for member in texts:
        with archive.open(member) as file:
            text = file.read(MOST_XML + 1)
        plain = text.replace(b"\0", b"")
        if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain or len(text) > MOST_XML:
            return "declares XML entities"
        elements += text.count(b"<")
    return f"has more than {MOST_ELEMENTS:,} elements" if elements > MOST_ELEMENTS else None


def settled(data: bytes, now: datetime) -> bytes:
    """Return an office file whose times are the given one, packed without the time of packing."""
    stamp = now.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as target,
    ):
        for member in source.infolist():
            content = source.read(member)
            if member.filename == "docProps/core.xml":
                content = _TIMES.sub(rb"\g<1>" + stamp + rb"\g<2>", content)
            target.writestr(zipfile.ZipInfo(member.filename, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
