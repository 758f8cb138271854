"""Debian packages that tests write: an `ar` archive with a tar archive in it."""

from __future__ import annotations

import io
import lzma
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path


def tar_of(files: Mapping[str, bytes], others: Iterable[tarfile.TarInfo] = ()) -> bytes:
    """Return a tar archive of plain files, and of other members without content."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for other in others:
            archive.addfile(other)
        for name, data in files.items():
            member = tarfile.TarInfo(f"./{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def link_to(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tarfile.TarInfo:
    """Return a link as a member of a tar archive."""
    member = tarfile.TarInfo(f"./{name}")
    member.type, member.linkname = kind, target
    return member


def ar_of(members: Mapping[str, bytes]) -> bytes:
    """Return an `ar` archive."""
    parts = [b"!<arch>\n"]
    for name, data in members.items():
        header = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n"
        parts += [header.encode(), data, b"\n" * (len(data) % 2)]
    return b"".join(parts)


def write_deb(path: Path, files: Mapping[str, bytes], others: Iterable[tarfile.TarInfo] = ()) -> Path:
    """Write a package with these files."""
    data = lzma.compress(tar_of(files, others), preset=0)
    path.write_bytes(ar_of({"debian-binary": b"2.0\n", "control.tar.xz": b"odd", "data.tar.xz": data}))
    return path
