"""Files of texts, and checks of what stays as it was, of what is gone, and of tables in texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from m3bench.checks import FileExists, NoStrayFiles, TextFile, Tolerance
from m3bench.suites import DataFile

CENT = Tolerance(absolute=0.005)
"""For amounts of money."""

_SERVER_LOGS = ("mcp_filesystem.log",)
"""Files that servers write into the workspace by themselves."""


def only_changed(*paths: str, removed: tuple[str, ...] = ()) -> NoStrayFiles:
    """Return the check that nothing but these files was created or changed, or removed."""
    return NoStrayFiles((*paths, *_SERVER_LOGS), removed)


def gone(path: str) -> FileExists:
    """Return the check that there is no such file."""
    return FileExists(path, count=0, made=False, at_least_bytes=0)


def table_file(path: str, rows: Sequence[Mapping[str, object]]) -> TextFile:
    """Return the check of a file with a Markdown table of these rows, however wide its columns are."""
    lines: list[list[object]] = [list(rows[0]), *(list(row.values()) for row in rows)]
    parts = tuple(f"| {' | '.join(map(str, line))} |" for line in lines)
    # The line below the header, and a title or an empty line at most.
    return TextFile(path, contains=parts, folded=True, at_most_lines=len(parts) + 4)


def text_file(path: str, lines: Iterable[str]) -> DataFile:
    """Return a text file of lines, the last of which ends with a line break."""
    return DataFile(path, "text", text_of(lines))


def text_of(lines: Iterable[str]) -> str:
    """Return lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)
