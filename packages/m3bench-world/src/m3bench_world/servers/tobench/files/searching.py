"""Search names and contents of files."""

from __future__ import annotations

import fnmatch
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, ToolFailure, about, check_limit, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.files.server import Folder, folder_at, server
from m3bench_world.servers.tobench.workspace import decode_text, walk

MOST_SCANNED = 30_000_000
LONGEST_LINE = 200
_STARS = 8


@server.tool
def search(
    context: ToolContext,
    name: Annotated[str | None, about("Pattern of the file name, such as '*.md' or 'report-2025*'.")] = None,
    text: Annotated[str | None, about("Text that a line of the file contains.")] = None,
    path: Folder = ".",
    match_case: Annotated[bool, about("Whether capitals in the text matter.")] = False,
    limit: Annotated[int, about("Largest number of results, 1 to 200.")] = 50,
) -> Answer:
    """Find files by name, by a text in them, or both. With a text, returns each line that contains it, with
    its number. Reads up to 30 MB of text files; binary files are found by name only."""
    if name is None and text is None:
        raise BadArgument("name", "pass name, text or both")
    most = check_limit(limit, "limit", 200)
    folder = folder_at(context.files, path)
    found = [
        entry.path for entry in walk(context.files, folder) if not entry.is_folder and _fits(entry.path, name)
    ]
    if text is None:
        return Answer({"total": len(found), "files": found[:most]})
    lines, scanned = _lines(context, found, check_text(text, "text"), match_case, most)
    return Answer({"files_read": scanned, "matches": lines})


def _fits(path: str, name: str | None) -> bool:
    if name is None:
        return True
    pattern = check_text(name, "name").casefold()
    if pattern.count("*") > _STARS or len(pattern) > LONGEST_LINE:
        raise BadArgument("name", f"use at most {_STARS} stars and {LONGEST_LINE} characters")
    return fnmatch.fnmatchcase(path.rpartition("/")[2].casefold(), pattern)


def _lines(
    context: ToolContext, paths: list[str], text: str, match_case: bool, most: int
) -> tuple[list[dict[str, Any]], int]:
    """Return the lines with a text, and the number of files that were read."""
    wanted = text if match_case else text.casefold()
    found: list[dict[str, Any]] = []
    total = scanned = 0
    for path in paths:
        try:
            data = context.files.read(path)
            total += len(data)
            content = decode_text(data, path)
        except ToolFailure:
            continue
        if total > MOST_SCANNED:
            break
        scanned += 1
        for number, line in enumerate(content.split("\n"), 1):
            if wanted in (line if match_case else line.casefold()):
                found.append({"path": path, "line": number, "text": line.strip()[:LONGEST_LINE]})
                if len(found) >= most:
                    return found, scanned
    return found, scanned
