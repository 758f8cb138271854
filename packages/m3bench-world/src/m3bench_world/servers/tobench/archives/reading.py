"""Members of ZIP and TAR archives, read with limits on their number and size."""

from __future__ import annotations

import bz2
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from m3bench.core import path_problem
from m3bench.core.text import recorded_name, without_surrogates
from m3bench.servers.kit import BadArgument
from m3bench_world.servers.tobench.workspace import shown_path

MOST_MEMBERS = 2_000
MOST_UNPACKED = 50_000_000
LONGEST_NAME = 500
_MOST_MEMORY = 128 * 2**20
_CHUNK = 2**18

Kind = Literal["zip", "tar", "tar.gz", "tar.bz2", "tar.xz"]


class Member(NamedTuple):
    """One entry of an archive."""

    name: str
    is_folder: bool
    data: bytes
    problem: str | None = None
    """Why it cannot be unpacked: a link, or a name that leads out of the folder."""


class Archive(NamedTuple):
    kind: Kind
    members: tuple[Member, ...]


def read_archive(data: bytes, path: str, name: str = "path") -> Archive:
    """Unpack an archive in memory. Raises `BadArgument` for what is broken, encrypted or too large."""
    try:
        return _read(data)
    except _TooLarge as problem:
        raise BadArgument(name, f"'{shown_path(path)}' {problem}") from None
    except Exception as problem:  # noqa: BLE001 - readers raise whatever the bytes provoke
        why = f"{type(problem).__name__}: {problem}"[:160]
        raise BadArgument(
            name, f"'{shown_path(path)}' is not a readable ZIP or TAR archive ({why})"
        ) from None


class _TooLarge(Exception):
    """The archive exceeds a limit, and which."""


def _read(data: bytes) -> Archive:
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return Archive("zip", tuple(_of_zip(data)))
    kind, plain = _decompressed(data)
    return Archive(kind, tuple(_of_tar(plain)))


def _decompressed(data: bytes) -> tuple[Kind, bytes]:
    makers: tuple[tuple[bytes, Kind, Callable[[], Any]], ...] = (
        (b"\x1f\x8b", "tar.gz", lambda: zlib.decompressobj(31)),
        (b"BZh", "tar.bz2", bz2.BZ2Decompressor),
        (b"\xfd7zXZ\0", "tar.xz", lambda: lzma.LZMADecompressor(memlimit=_MOST_MEMORY)),
    )
    for start, kind, make in makers:
        if data.startswith(start):
            unpacked: bytes = make().decompress(data, MOST_UNPACKED + 2**20)
            if len(unpacked) > MOST_UNPACKED:
                raise _TooLarge(f"has more than {MOST_UNPACKED // 1_000_000} MB unpacked")
            return kind, unpacked
    return "tar", data


def _of_zip(data: bytes) -> Iterator[Member]:
    left = MOST_UNPACKED
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = archive.infolist()
        _require_few(len(listed), sum(entry.file_size for entry in listed))
        for each in listed:
            with archive.open(each) as file:
                content = b"" if each.is_dir() else file.read(left + 1)
            left -= len(content)
            if left < 0:
                raise _TooLarge(f"has more than {MOST_UNPACKED // 1_000_000} MB unpacked")
            linked = (each.external_attr >> 16) & 0o170000 == 0o120000
            yield Member(
                each.filename, each.is_dir(), content, "a link" if linked else _problem(each.filename)
            )


def _of_tar(plain: bytes) -> Iterator[Member]:
    total = 0
    with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as archive:
        for count, member in enumerate(archive, 1):
            total += member.size
            _require_few(count, total)
            file = archive.extractfile(member) if member.isfile() else None
            special = None if member.isfile() or member.isdir() else "a link or device"
            yield Member(
                recorded_name(member.name),
                member.isdir(),
                file.read() if file else b"",
                special or _problem(member.name),
            )


def _require_few(count: int, size: int) -> None:
    if count > MOST_MEMBERS:
        raise _TooLarge(f"has more than {MOST_MEMBERS:,} members")
    if size > MOST_UNPACKED:
        raise _TooLarge(f"has more than {MOST_UNPACKED // 1_000_000} MB unpacked")


def _problem(name: str) -> str | None:
    """Return why a member's name cannot be a path below the target."""
    if without_surrogates(name) != name:
        return "a name that is not UTF-8"
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or len(name) > LONGEST_NAME or "\0" in name:
        return "a name that leads out of the folder"
    return path_problem(str(path)) if str(path) != "." else None
