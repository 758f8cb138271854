"""Files of a Debian package, read without dpkg: an `ar` archive that has a compressed tar archive."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple, cast

from m3bench.core import UsageError

MOST_UNPACKED = 1 << 30
"""Limit on the size of an unpacked package."""
LARGEST_MEMBER = 64 << 20
_MAGIC = b"!<arch>\n"
_HEADER = 60
_END = b"`\n"
_MOST_MEMBERS = 50_000


class BadPackageError(UsageError):
    """The file is no package, or one that is not safe to unpack."""


class DebMember(NamedTuple):
    path: str
    data: bytes


def deb_members(file: Path, wanted: Collection[str]) -> Iterator[DebMember]:
    """Yield the wanted files of a package in its order. Nothing is written.

    Args:
        file: The package.
        wanted: Paths in the package, such as `usr/share/doc/NAME/copyright`.

    Raises:
        BadPackageError: The package is damaged, too large, or a wanted member is no plain file.
    """
    try:
        with file.open("rb") as stream:
            opened = _open_data(stream, file)
            with tarfile.open(fileobj=_Bounded(opened, file), mode="r|") as archive:
                yield from _wanted_members(archive, frozenset(wanted), file)
    except (tarfile.TarError, lzma.LZMAError, EOFError, OSError, ValueError) as error:
        raise _bad(file, f"cannot be read ({error})") from error


def _wanted_members(archive: tarfile.TarFile, wanted: frozenset[str], file: Path) -> Iterator[DebMember]:
    seen: set[str] = set()
    for count, member in enumerate(archive):
        if count >= _MOST_MEMBERS:
            raise _bad(file, f"has more than {_MOST_MEMBERS} members")
        path = member.name.removeprefix("./")
        if path not in wanted:
            continue
        if path in seen:
            raise _bad(file, f"has {path} twice")
        if not member.isreg():
            raise _bad(file, f"has {path}, which is not a plain file")
        if member.size > LARGEST_MEMBER:
            raise _bad(file, f"has {path}, which is larger than {LARGEST_MEMBER >> 20} MiB")
        seen.add(path)
        content = archive.extractfile(member)
        yield DebMember(path, content.read() if content else b"")


def _open_data(stream: BinaryIO, file: Path) -> IO[bytes]:
    """Return the decompressed `data.tar` of an open package."""
    if stream.read(len(_MAGIC)) != _MAGIC:
        raise _bad(file, "is not a Debian package")
    while header := stream.read(_HEADER):
        name, size = _entry(header, file)
        if name.startswith("data.tar"):
            return _decompressed(name, cast(BinaryIO, _Part(stream, stream.tell(), size)), file)
        stream.seek(size + size % 2, io.SEEK_CUR)
    raise _bad(file, "has no data.tar")


def _entry(header: bytes, file: Path) -> tuple[str, int]:
    """Return name and size of a member of the `ar` archive."""
    digits = header[48:58].strip()
    if len(header) < _HEADER or header[58:] != _END or not digits.isdigit():
        raise _bad(file, "is damaged")
    return header[:16].decode("ascii", "replace").strip().rstrip("/"), int(digits)


def _decompressed(name: str, part: BinaryIO, file: Path) -> IO[bytes]:
    match name:
        case "data.tar":
            return part
        case "data.tar.xz":
            return cast(IO[bytes], lzma.LZMAFile(part))
        case "data.tar.gz":
            return cast(IO[bytes], gzip.GzipFile(fileobj=part))
        case "data.tar.bz2":
            return cast(IO[bytes], bz2.BZ2File(part))
    raise _bad(file, f"has {name}, whose compression is not supported")


def _bad(file: Path, problem: str) -> BadPackageError:
    return BadPackageError(f"{file.name} {problem}.", "Download the package again.")


class _Part(io.RawIOBase):
    """A part of a file as a file of its own."""

    def __init__(self, stream: BinaryIO, start: int, size: int) -> None:
        super().__init__()
        self._stream, self._start, self._size, self._at = stream, start, size, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        left = min(len(buffer), self._size - self._at)
        self._stream.seek(self._start + self._at)
        data = self._stream.read(max(0, left))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


class _Bounded(io.RawIOBase):
    """A stream that refuses to give more than a package may have: a small file can unpack to a huge one."""

    def __init__(self, stream: IO[bytes], file: Path) -> None:
        super().__init__()
        self._stream, self._file, self._given = stream, file, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            raise ValueError("a size is needed")
        data = self._stream.read(size)
        self._given += len(data)
        if self._given > MOST_UNPACKED:
            raise _bad(self._file, f"unpacks to more than {MOST_UNPACKED >> 20} MiB")
        return data
