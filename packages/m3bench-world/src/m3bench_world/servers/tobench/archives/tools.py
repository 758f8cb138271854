"""List, read, extract, create, extend and test archives."""

from __future__ import annotations

import fnmatch
import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Mapping
from typing import Annotated

from m3bench.core import near_misses
from m3bench.core.text import name_from_record, recorded_name
from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_limit
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.archives.reading import (
    MOST_MEMBERS,
    MOST_UNPACKED,
    Archive,
    Member,
    read_archive,
)
from m3bench_world.servers.tobench.workspace import decode_text, look_at, shown_path, walk

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz")
_EPOCH = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644


def ending_of(path: str, name: str) -> str:
    """Return the ending of an archive that can be written."""
    for ending in ENDINGS:
        if path.lower().endswith(ending):
            return ending
    raise BadArgument(name, f"it must end in one of: {', '.join(ENDINGS)}")


def pack(members: Mapping[str, bytes], ending: str) -> bytes:
    """Pack files by name, in the order of names."""
    if ending == ".zip":
        return _zipped(members)
    plain = _tarred(members)
    return plain if ending == ".tar" else gzip.compress(plain, 6, mtime=0)


def _zipped(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(members):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = (0o100000 | _MODE) << 16
            archive.writestr(entry, members[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _tarred(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(members):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(members[name]), _MODE
            archive.addfile(entry, io.BytesIO(members[name]))
    return out.getvalue()


server = Server(
    "archives",
    "List, test, extract and create ZIP and TAR archives.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof("create_archive", {"path": "proof.zip", "sources": []}),
    uses_world=False,
)

MOST_LISTED = 500
MOST_TEXT = 60_000
MOST_PATTERNS = 20
_STARS = 8

Path = Annotated[
    str, about("The archive, relative to the workspace: .zip, .tar, .tar.gz, .tar.bz2 or .tar.xz.")
]
Sources = Annotated[
    list[str], about("Files and folders of the workspace; folders with all files in them. At most 200.")
]


def _opened(context: ToolContext, path: str) -> Archive:
    return read_archive(context.files.read(path), path)


@server.tool
def list_archive(context: ToolContext, path: Path) -> Answer:
    """List the members of an archive: names and sizes in bytes, up to 500, and why a member could not be
    extracted. Archives of up to 2,000 members and 50 MB unpacked."""
    archive = _opened(context, path)
    files = [member for member in archive.members if not member.is_folder]
    listed = [
        {"name": member.name[:500], "bytes": len(member.data)}
        | ({"refused": member.problem} if member.problem else {})
        for member in files[:MOST_LISTED]
    ]
    data = {"format": archive.kind, "files": len(files), "bytes": sum(len(file.data) for file in files)}
    return Answer(data | {"members": listed}, looked=(look_at(context.files, path, "structure"),))


@server.tool
def read_member(
    context: ToolContext,
    path: Path,
    member: Annotated[str, about("Name of the member, as `list_archive` gives it.")],
) -> Answer:
    """Read the text of one member without extracting it, up to 60,000 characters."""
    archive = _opened(context, path)
    for found in archive.members:
        if found.name == member and not found.is_folder:
            text = decode_text(found.data, member, "member")
            return Answer(
                {"member": member, "text": text[:MOST_TEXT], "characters": len(text)},
                looked=(look_at(context.files, path, "structure"),),
            )
    names = [found.name for found in archive.members]
    raise NotFound(f"no member '{shown_path(member)}' in the archive", near_misses(member, names))


@server.tool(read_only=False)
def extract(
    context: ToolContext,
    path: Path,
    target: Annotated[str, about("The folder to extract to; it is made if it is missing.")] = ".",
    members: Annotated[
        list[str] | None, about("Names or patterns such as 'docs/*.md'; all by default.")
    ] = None,
    overwrite: Annotated[bool, about("Whether files that are already there are replaced.")] = False,
) -> Answer:
    """Extract an archive, or members of it, into a folder. Refuses the whole archive if a wanted member is a
    link or leads out of the folder. Returns the files that were written."""
    wanted = _chosen(_opened(context, path), members)
    bad = [member for member in wanted if member.problem]
    if bad:
        names = ", ".join(f"'{shown_path(member.name)}' is {member.problem}" for member in bad[:3])
        raise BadArgument("path", f"nothing was extracted: {names}; name the other members to extract them")
    places = [f"{target}/{member.name}" for member in wanted]
    resolved = [context.files.inside(place, "target") for place in places]
    taken = [context.files.relative(place) for place in resolved if os.path.lexists(place)]
    if taken and not overwrite:
        raise BadArgument(
            "target", f"{', '.join(taken[:5])[:300]}: already there; pass overwrite or another folder"
        )
    for place, member in zip(places, wanted, strict=True):
        context.files.write(place, member.data, "target")
    written = [context.files.relative(place) for place in resolved]
    return Answer({"target": target, "files": len(written), "extracted": written[:MOST_LISTED]})


def _chosen(archive: Archive, patterns: list[str] | None) -> list[Member]:
    files = [member for member in archive.members if not member.is_folder]
    if patterns is None:
        return files
    if not 1 <= len(patterns) <= MOST_PATTERNS or any(pattern.count("*") > _STARS for pattern in patterns):
        raise BadArgument(
            "members", f"pass 1 to {MOST_PATTERNS} names or patterns with at most {_STARS} stars"
        )
    found = []
    for pattern in patterns:
        fitting = [
            file for file in files if file.name == pattern or fnmatch.fnmatchcase(file.name, pattern[:500])
        ]
        if not fitting:
            near = near_misses(pattern, [member.name for member in files])
            raise NotFound(f"no member '{shown_path(pattern)}' in the archive", near)
        found += [each for each in fitting if each not in found]
    return found


@server.tool(read_only=False)
def create_archive(
    context: ToolContext,
    path: Annotated[str, about("Where to write it; ends in .zip, .tar, .tar.gz or .tgz.")],
    sources: Sources,
    base: Annotated[str, about("Folder that names in the archive are relative to.")] = ".",
) -> Answer:
    """Pack files and folders into a new archive (up to 2,000 files and 50 MB). The same files give the same
    bytes. Returns the number of files and the size."""
    ending = ending_of(path, "path")
    return _written(context, path, _collected(context, sources, base, path), ending)


@server.tool(read_only=False)
def add_to_archive(
    context: ToolContext,
    path: Annotated[str, about("An archive that ends in .zip, .tar, .tar.gz or .tgz.")],
    sources: Sources,
    base: Annotated[str, about("Folder that names in the archive are relative to.")] = ".",
) -> Answer:
    """Add files and folders to an archive, or replace members of the same name. The archive is written
    anew."""
    ending = ending_of(path, "path")
    archive = _opened(context, path)
    bad = [member.name for member in archive.members if member.problem]
    if bad:
        raise BadArgument("path", f"it has members that cannot be kept: {', '.join(bad[:3])[:200]}")
    old = {member.name: member.data for member in archive.members if not member.is_folder}
    return _written(context, path, old | _collected(context, sources, base, path), ending)


def _written(context: ToolContext, path: str, members: dict[str, bytes], ending: str) -> Answer:
    if len(members) > MOST_MEMBERS or sum(map(len, members.values())) > MOST_UNPACKED:
        raise BadArgument("sources", f"more than {MOST_MEMBERS:,} files or {MOST_UNPACKED // 1_000_000} MB")
    data = pack(members, ending)
    written = context.files.relative(context.files.write(path, data))
    return Answer(
        {"path": written, "files": len(members), "bytes": len(data), "members": sorted(members)[:100]}
    )


def _collected(context: ToolContext, sources: list[str], base: str, archive: str) -> dict[str, bytes]:
    """Return the files to pack, by their names in the archive."""
    check_limit(max(1, len(sources)), "sources", 200)
    if len(sources) > 200:
        raise BadArgument("sources", f"it has {len(sources)} entries; pass at most 200")
    root, own = context.files.inside(base, "base"), context.files.inside(archive)
    found: dict[str, bytes] = {}
    total = 0
    for at, source in enumerate(sources):
        start = context.files.inside(source, f"sources[{at}]")
        listed = [entry.path for entry in walk(context.files, start) if not entry.is_folder]
        inside = [context.files.root / name_from_record(name) for name in listed]
        for path in inside if os.path.isdir(start) else [start]:  # noqa: PTH112 - refuses no name
            if path == own or not path.is_relative_to(root):
                continue
            data = context.files.read(context.files.relative(path), f"sources[{at}]")
            total += len(data)
            if total > MOST_UNPACKED or len(found) >= MOST_MEMBERS:
                raise BadArgument(
                    "sources", f"more than {MOST_MEMBERS:,} files or {MOST_UNPACKED // 1_000_000} MB"
                )
            found[recorded_name(str(path.relative_to(root)))] = data
    return found


@server.tool
def test_archive(context: ToolContext, path: Path) -> Answer:
    """Read every member of an archive and compare it with its checksum where the format has one. Returns
    whether all can be read, and which members could not be extracted."""
    archive = _opened(context, path)
    refused = [
        {"name": shown_path(member.name), "why": member.problem}
        for member in archive.members
        if member.problem
    ]
    data = {
        "format": archive.kind,
        "readable": True,
        "members": len(archive.members),
        "refused": refused[:50],
    }
    return Answer(data, looked=(look_at(context.files, path, "metadata"),))
