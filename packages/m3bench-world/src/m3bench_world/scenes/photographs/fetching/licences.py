"""The terms of the photographs, as a text beside them."""

from __future__ import annotations

from itertools import groupby

from m3bench_world.scenes.photographs.catalogue import STAMPS, Source, packages, sources

_INTRODUCTION = """\
Photographs that m3bench fetched from Debian packages. They belong to their authors, not to m3bench.

m3bench does not distribute them. If you pass on a picture that was composed from them, the terms below apply
to it. The folder `copyright` has the copyright file of each package. Landscapes and surfaces were scaled.
"""


def copyright_path(package: str) -> str:
    """Return the path of the copyright file in a package."""
    return f"usr/share/doc/{package}/copyright"


def licences_text() -> str:
    """Return package, author and licence of every photograph."""
    versions = {package.name: package.version for package in packages()}
    parts = [_INTRODUCTION]
    for name, group in groupby(sources(), key=lambda source: source.package):
        parts.append(f"\n{name} {versions[name]}\n")
        members = list(group)
        parts += [_stamps_line(members)] if name == STAMPS else map(_line, members)
    return "".join(parts)


def _stamps_line(members: list[Source]) -> str:
    first = members[0]
    return f"  {len(members)} files below `things`: {first.licence}, {first.author}\n"


def _line(source: Source) -> str:
    return f"  {source.path}: {source.licence}, {source.author} ({source.member})\n"
