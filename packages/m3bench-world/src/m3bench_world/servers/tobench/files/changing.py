"""Write, edit, copy, move and delete files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path as FilePath
from typing import Annotated

from m3bench.core.text import name_from_record, recorded_name
from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.files.server import MOST_WRITTEN, Path, existing, refused_as, server
from m3bench_world.servers.tobench.workspace import read_text, shown_path, walk

MOST_COPIED = 100_000_000

Target = Annotated[str, about("The new path, relative to the workspace. Missing folders are made.")]
Overwrite = Annotated[bool, about("Whether a file that is already there is replaced.")]


def _require_short(text: str, name: str) -> None:
    if len(text) > MOST_WRITTEN:
        raise BadArgument(name, f"it has {len(text):,} characters; the maximum is {MOST_WRITTEN:,}")


@server.tool(read_only=False)
def write_text(
    context: ToolContext,
    path: Path,
    text: Annotated[str, about("The whole new content.")],
    overwrite: Overwrite = True,
) -> Answer:
    """Write a text file in UTF-8, with its folders. Returns the number of bytes and lines."""
    _require_short(text, "text")
    if not overwrite and os.path.lexists(context.files.inside(path)):
        raise BadArgument("path", f"'{shown_path(path)}' is already there; pass overwrite or another path")
    data = text.encode("utf-8")
    written = context.files.relative(context.files.write(path, data))
    return Answer({"path": written, "bytes": len(data), "lines": len(text.splitlines())})


@server.tool(read_only=False)
def append_text(
    context: ToolContext, path: Path, text: Annotated[str, about("What to add at the end of the file.")]
) -> Answer:
    """Add text at the end of a file; a missing file is made. Nothing is put between the old and the new
    text."""
    _require_short(text, "text")
    there = os.path.lexists(context.files.inside(path))
    data = (context.files.read(path) if there else b"") + text.encode("utf-8")
    written = context.files.relative(context.files.write(path, data))
    return Answer({"path": written, "bytes": len(data), "added_bytes": len(text.encode("utf-8"))})


@server.tool(read_only=False)
def edit_text(
    context: ToolContext,
    path: Path,
    old_text: Annotated[str, about("The exact text to replace, with its spaces and line breaks.")],
    new_text: Annotated[str, about("What stands there from now on.")],
    replace_all: Annotated[
        bool, about("Whether every occurrence is replaced. Otherwise it must be the only one.")
    ] = False,
) -> Answer:
    """Replace an exact text in a file. Fails if it does not occur, or occurs more than once without
    `replace_all`. Returns the number of replacements and the line of the first."""
    text = read_text(context.files, path)
    count = text.count(old_text) if old_text else 0
    if not count:
        raise BadArgument(
            "old_text", f"it does not occur in '{shown_path(path)}'; pass it exactly as it stands there"
        )
    if count > 1 and not replace_all:
        raise BadArgument(
            "old_text", f"it occurs {count:,} times; pass more of the text around it, or replace_all"
        )
    if len(text) + count * (len(new_text) - len(old_text)) > MOST_WRITTEN * 2:
        raise BadArgument("new_text", "the file would become too large")
    line = text[: text.index(old_text)].count("\n") + 1
    written = context.files.write(path, text.replace(old_text, new_text).encode("utf-8"))
    return Answer({"path": context.files.relative(written), "replaced": count, "first_line": line})


@server.tool(read_only=False)
def make_folder(context: ToolContext, path: Target) -> Answer:
    """Make a folder, with those above it. It is no error if it is already there."""
    target = context.files.inside(path)
    with refused_as("path", path):
        target.mkdir(parents=True, exist_ok=True)
    return Answer({"path": context.files.relative(target), "kind": "folder"})


@server.tool(read_only=False)
def copy(
    context: ToolContext,
    source: Annotated[str, about("The file or folder to copy.")],
    target: Target,
    overwrite: Overwrite = False,
) -> Answer:
    """Copy a file, or a folder with all files in it (at most 100 MB). Returns the number of files."""
    start = existing(context.files, source, "source")
    end = context.files.inside(target, "target")
    if start in (context.files.root, end, *end.parents):
        raise BadArgument("target", "a folder cannot be copied into itself")
    pairs = _pairs(context, start, end)
    if sum(origin.stat().st_size for origin, _ in pairs) > MOST_COPIED:
        raise BadArgument("source", f"it is larger than {MOST_COPIED // 1_000_000} MB")
    _require_free([place for _, place in pairs], overwrite=overwrite)
    for origin, place in pairs:
        data = context.files.read(context.files.relative(origin), "source")
        context.files.write(context.files.relative(place), data, "target")
    return Answer({"source": source, "target": target, "files": len(pairs)})


def _pairs(context: ToolContext, start: FilePath, end: FilePath) -> list[tuple[FilePath, FilePath]]:
    """Return the files at a path and where they go."""
    if not start.is_dir():
        return [(start, end)]
    listed = [entry.path for entry in walk(context.files, start) if not entry.is_folder]
    inside = [context.files.root / name_from_record(path) for path in listed]
    return [(path, end / path.relative_to(start)) for path in inside]


def _require_free(places: list[FilePath], *, overwrite: bool) -> None:
    taken = [recorded_name(place.name) for place in places if os.path.lexists(place)]
    if taken and not overwrite:
        raise BadArgument(
            "target", f"{', '.join(taken[:5])[:200]}: already there; pass overwrite or another path"
        )


@server.tool(read_only=False)
def move(
    context: ToolContext,
    source: Annotated[str, about("The file or folder to move or rename.")],
    target: Target,
    overwrite: Overwrite = False,
) -> Answer:
    """Move or rename a file or folder. Returns the number of files that moved."""
    start = existing(context.files, source, "source")
    end = context.files.inside(target, "target")
    if start in (context.files.root, end, *end.parents):
        raise BadArgument("target", "a folder cannot be moved into itself")
    if end.is_dir():
        raise BadArgument("target", f"'{shown_path(target)}' is a folder; name the file or folder inside it")
    pairs = _pairs(context, start, end)
    _require_free([place for _, place in pairs], overwrite=overwrite)
    with refused_as("target", target):
        end.parent.mkdir(parents=True, exist_ok=True)
        start.replace(end)
    for origin, place in pairs:
        context.files.mark_changed(origin)
        context.files.mark_changed(place)
    return Answer({"source": source, "target": target, "files": len(pairs)})


@server.tool(read_only=False)
def delete(
    context: ToolContext,
    path: Annotated[str, about("The file or folder to delete.")],
    recursive: Annotated[bool, about("Whether a folder is deleted with all that is in it.")] = False,
) -> Answer:
    """Delete a file, an empty folder, or with `recursive` a folder and all that is in it. It cannot be
    undone. Returns the number of files."""
    target = existing(context.files, path)
    if target == context.files.root:
        raise BadArgument("path", "the workspace itself cannot be deleted")
    gone = [origin for origin, _ in _pairs(context, target, target)]
    with refused_as("path", path):
        if not target.is_dir():
            target.unlink()
        elif recursive:
            shutil.rmtree(target)
        else:
            target.rmdir()
    for origin in gone:
        context.files.mark_changed(origin)
    return Answer({"path": path, "files": len(gone)})
