"""The check of ZIP and TAR archives."""

from __future__ import annotations

import bz2
import io
import lzma
import tarfile
import zipfile
import zlib
from itertools import islice
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.data.values import shown_value
from m3bench.checks.files import FileCheck, content, first_half, made_file, only_file, readable, with_contents

MAX_MEMBERS = 2_000
MAX_UNPACKED = 32 * 2**20


class ArchiveMembers(FileCheck, frozen=True):
    """A ZIP, or a TAR that may be packed with gzip, bzip2 or xz. Folders in it do not count."""

    about = "a ZIP or TAR archive has exactly these files, with these texts"

    members: dict[str, str | None]
    """Texts by the path of the file in the archive; null if the content does not matter."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.members:
            raise ValueError("members is empty")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        members = {
            name: text.decode("utf-8", "replace").replace("\r\n", "\n")
            for name, text in read_members(data, path).items()
        }
        faults = [f"lacks {name}" for name in self.members if name not in members]
        faults += [f"has {name[:200]}, which it must not" for name in members if name not in self.members]
        faults += [
            f"{name} is {shown_value(members[name])}, expected {shown_value(text)}"
            for name, text in self.members.items()
            if text is not None and name in members and members[name] != text.replace("\r\n", "\n")
        ]
        return self.verdict_on(path, faults, f"{path} has {len(self.members)} files as expected")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        data = content(evidence.workspace, path)
        members = read_members(data, path)
        first = next(iter(members))
        renamed = {f"other/{first}" if name == first else name: text for name, text in members.items()}
        changes = {
            "a file too few": {name: text for name, text in members.items() if name != first},
            "a file too many": {**members, "one_too_many.txt": b"x"},
            "a file in another folder": renamed,
        }
        changes |= {
            f"another {name}": {**members, name: members[name] + b" and more"}
            for name, text in self.members.items()
            if text is not None
        }
        contents = [(words, pack_members(changed)) for words, changed in changes.items()]
        listing = "\n".join(f"{name}: {text!r}" for name, text in members.items())
        contents += [("a text with everything", listing.encode()), first_half(data)]
        return with_contents(evidence, self.path, contents, scratch)


def pack_members(members: dict[str, bytes]) -> bytes:
    """Return a ZIP archive of files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return written.getvalue()


def read_members(data: bytes, path: str) -> dict[str, bytes]:
    """Return the content of each file. Raise `CheckFailed` if the archive is broken, or too large."""
    with readable(path, "archive"):
        if zipfile.is_zipfile(io.BytesIO(data)):
            return _zip_members(data, path)
        return _tar_members(_unpacked(data, path), path)


def _zip_members(data: bytes, path: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        members = _Members(path, len(entries))
        for entry in entries:
            with archive.open(entry) as file:
                members.add(entry.filename, file)
        return members.texts


def _tar_members(data: bytes, path: str) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        entries = list(islice((entry for entry in archive if not entry.isdir()), MAX_MEMBERS + 1))
        members = _Members(path, len(entries))
        for entry in entries:
            file = archive.extractfile(entry) if entry.isreg() else None
            if file is None:
                raise CheckFailed(f"{path}: {entry.name[:200]} is not a file but a link or a device")
            members.add(entry.name, file)
        return members.texts


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
