"""Reading untrusted ZIP and TAR archives: nothing is unpacked to disk, and sizes are limited."""

from __future__ import annotations

import bz2
import io
import lzma
import tarfile
import zipfile
import zlib
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.files import readable

MAX_MEMBERS = 2_000
MAX_UNPACKED = 32 * 2**20


def read_members(data: bytes, path: str) -> dict[str, bytes]:
    """Return the content of each file. Raise `CheckFailed` if the archive is broken, or too large."""
    with readable(path, "archive"):
        if zipfile.is_zipfile(io.BytesIO(data)):
            return _zip_members(data, path)
        return _tar_members(_unpacked(data, path), path)


def _zip_members(data: bytes, path: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        found = _Members(path, len(entries))
        for entry in entries:
            with archive.open(entry) as file:
                found.add(entry.filename, file)
        return found.texts


def _tar_members(data: bytes, path: str) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        entries: list[tarfile.TarInfo] = []
        for entry in archive:
            if len(entries) > MAX_MEMBERS:
                break
            if not entry.isdir():
                entries.append(entry)
        found = _Members(path, len(entries))
        for entry in entries:
            file = archive.extractfile(entry) if entry.isreg() else None
            if file is None:
                raise CheckFailed(f"{path}: {entry.name[:200]} is not a file but a link or a device")
            found.add(entry.name, file)
        return found.texts


class _Members:
    """Files of an archive, with a limit for all together."""

    def __init__(self, path: str, count: int) -> None:
        if count > MAX_MEMBERS:
            raise CheckFailed(f"{path} has more than {MAX_MEMBERS:,} files")
        self.texts: dict[str, bytes] = {}
        self._path = path
        self._left = MAX_UNPACKED

    def add(self, name: str, file: Any) -> None:
        name = name.removeprefix("./")
        if name in self.texts:
            raise CheckFailed(f"{self._path} has {name[:200]} twice")
        data = file.read(self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise CheckFailed(f"{self._path} is larger than {MAX_UNPACKED // 2**20} MiB unpacked")
        self.texts[name] = data


def _unpacked(data: bytes, path: str) -> bytes:
    """Return the TAR in a compressed file. Not left to `tarfile`, which would read on without a limit."""
    if data.startswith(b"\x1f\x8b"):
        unpacked = zlib.decompressobj(31).decompress(data, MAX_UNPACKED + 1)
    elif data.startswith(b"BZh"):
        unpacked = bz2.BZ2Decompressor().decompress(data, MAX_UNPACKED + 1)
    elif data.startswith(b"\xfd7zXZ"):
        unpacked = lzma.LZMADecompressor(memlimit=256 * 2**20).decompress(data, MAX_UNPACKED + 1)
    else:
        unpacked = data
    if len(unpacked) > MAX_UNPACKED:
        raise CheckFailed(f"{path} is larger than {MAX_UNPACKED // 2**20} MiB unpacked")
    return unpacked
