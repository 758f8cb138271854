"""List folders, read files and search in them."""

from __future__ import annotations

import fnmatch
import hashlib
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, ToolFailure, about, check_limit, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.files.server import Folder, Path, existing, folder_at, server
from m3bench_world.servers.tobench.workspace import decode_text, look_at, read_text, shown_path, walk

MOST_LISTED = 500
MOST_LINES = 2_000
MOST_CHARACTERS = 60_000


@server.tool
def list_folder(context: ToolContext, path: Folder = ".") -> Answer:
    """List what is directly in a folder: names, kinds and sizes in bytes, up to 500 entries. Links are left
    out."""
    folder = folder_at(context.files, path)
    found = [
        {"name": entry.path.rpartition("/")[2], "kind": "folder"}
        if entry.is_folder
        else {"name": entry.path.rpartition("/")[2], "kind": "file", "bytes": entry.size}
        for entry in walk(context.files, folder, 1)
    ]
    return Answer({"folder": path, "total": len(found), "entries": found[:MOST_LISTED]})


@server.tool
def tree(
    context: ToolContext,
    path: Folder = ".",
    depth: Annotated[int, about("How many levels to show, 1 to 20.")] = 4,
) -> Answer:
    """Show the folders and files below a folder as an indented text, up to 500 lines."""
    folder = folder_at(context.files, path)
    lines: list[str] = []
    files = 0
    for entry in walk(context.files, folder, check_limit(depth, "depth", 20)):
        files += not entry.is_folder
        if len(lines) < MOST_LISTED:
            name = entry.path.rpartition("/")[2]
            lines.append(
                "  " * (entry.depth - 1) + (f"{name}/" if entry.is_folder else f"{name} ({entry.size:,})")
            )
    return Answer({"folder": path, "files": files, "tree": "\n".join(lines)})


@server.tool(name="read_text")
def read_text_file(
    context: ToolContext,
    path: Path,
    start_line: Annotated[int, about("First line to return, from 1.")] = 1,
    line_count: Annotated[int, about("How many lines to return, at most 2,000.")] = 500,
) -> Answer:
    """Read a text file, or lines of it. Returns the text, the numbers of its first and last line and the
    total. Files of up to 5 MB in UTF-8; an answer has at most 60,000 characters."""
    lines = read_text(context.files, path).removesuffix("\n").split("\n")
    count = check_limit(line_count, "line_count", MOST_LINES)
    if not 1 <= start_line <= len(lines):
        raise BadArgument(
            "start_line", f"{str(start_line)[:20]} is not between 1 and {len(lines):,}, the number of lines"
        )
    kept = _fitting(lines[start_line - 1 : start_line - 1 + count])
    last = start_line - 1 + len(kept)
    data: dict[str, Any] = {
        "text": "\n".join(kept)[:MOST_CHARACTERS],
        "first_line": start_line,
        "last_line": last,
    }
    spans = (((start_line - 1) / len(lines), last / len(lines)),)
    return Answer(
        data | {"total_lines": len(lines)}, looked=(look_at(context.files, path, "content", spans),)
    )


def _fitting(lines: list[str]) -> list[str]:
    """Return the lines that fit into an answer, at least one."""
    kept: list[str] = []
    total = 0
    for line in lines:
        total += len(line) + 1
        if kept and total > MOST_CHARACTERS:
            break
        kept.append(line)
    return kept


@server.tool
def info(context: ToolContext, path: Annotated[str, about("The file or folder.")]) -> Answer:
    """Kind and size of a file or folder: bytes of a file, number of files and bytes in a folder."""
    target = existing(context.files, path)
    if target.is_dir():
        inside = [entry for entry in walk(context.files, target) if not entry.is_folder]
        size = sum(entry.size for entry in inside)
        return Answer({"path": path, "kind": "folder", "files": len(inside), "bytes": size})
    if not target.is_file():
        raise BadArgument("path", f"'{shown_path(path)}' is neither a file nor a folder")
    data = {"path": path, "kind": "file", "bytes": target.stat().st_size, "suffix": target.suffix}
    return Answer(data, looked=(look_at(context.files, path, "metadata"),))


@server.tool(name="hash")
def hash_file(
    context: ToolContext,
    path: Path,
    algorithm: Annotated[Literal["md5", "sha1", "sha256", "sha512"], about("The kind of sum.")] = "sha256",
) -> Answer:
    """Compute the checksum of a file, in hexadecimal digits, for example to see whether two files are
    equal."""
    data = context.files.read(path)
    summed = hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
    return Answer(
        {"path": path, "algorithm": algorithm, "hash": summed, "bytes": len(data)},
        looked=(look_at(context.files, path, "metadata"),),
    )


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
