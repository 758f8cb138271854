"""Text files of the workspace."""

from __future__ import annotations

from m3bench.core import Depth, Look
from m3bench.core.text import shown_name
from m3bench.servers.kit import BadArgument, Files

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
