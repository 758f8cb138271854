"""Unpack a bundle: its description first, then exactly the files that it describes."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from m3bench.submissions.directory import NotABundle, is_run_file, read_directory
from m3bench.submissions.documents import DocumentCheck
from m3bench.submissions.records import FILE, SIGNATURES, VERSION, FileRecord, Submission, run_file

_CHUNK = 2**18
_LARGEST_HEAD = 8 * 2**20
_LARGEST_SIGNATURES = 2**18
_MOST_RUNS = 1_000
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError)

Entries = Mapping[str, zipfile.ZipInfo]


class Unpacked(NamedTuple):
    """What a bundle says about itself."""

    submission: Submission
    head: bytes
    """The bytes of its description, which signatures are of."""
    signatures: bytes | None


def unpack(path: Path, folder: Path) -> Unpacked:
    """Unpack a bundle into an empty folder, and return its description. Files are checked while being read.

    Raises:
        NotABundle: It is no bundle, or its files are not those that it describes.
        OSError: It cannot be read, or the folder cannot be written.
    """
    with path.open("rb") as file:
        try:
            archive, entries = read_directory(file)
        except _BROKEN as error:
            raise NotABundle(f"it is not a readable ZIP file ({error})") from None
        unpacked = _description(archive, entries)
        described = _described(unpacked.submission)
        _check_described(entries, described)
        _require_space(folder, sum(record.size for record in described.values()))
        for name, record in described.items():
            _unpack_file(archive, name, record, folder / name)
    return unpacked


def _description(archive: zipfile.ZipFile, entries: Entries) -> Unpacked:
    if FILE not in entries:
        raise NotABundle(f"it has no {FILE}; m3bench leaderboard submit makes bundles")
    head = _member(archive, entries[FILE], _LARGEST_HEAD)
    try:
        submission = msgspec.json.decode(head, type=Submission)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotABundle(f"{FILE} is invalid: {str(error)[:300]}") from None
    if submission.m3bench != VERSION:
        raise NotABundle(f"it has version {submission.m3bench}; this m3bench reads version {VERSION}")
    signatures = None
    if SIGNATURES in entries:
        signatures = _member(archive, entries[SIGNATURES], _LARGEST_SIGNATURES)
    return Unpacked(submission, head, signatures)


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int) -> bytes:
    if entry.file_size > limit:
        raise NotABundle(f"{entry.filename} is larger than {limit / 2**20:g} MB")
    return b"".join(_chunks(archive, entry.filename, entry.file_size))


def _chunks(archive: zipfile.ZipFile, name: str, size: int) -> Iterator[bytes]:
    """Yield the bytes of a file. It must have exactly the given size."""
    left = size
    try:
        with archive.open(name) as source:
            # It never yields more than declared, and compares the checksum at the end.
            while chunk := source.read(_CHUNK):
                left -= len(chunk)
                yield chunk
    except _BROKEN as error:
        raise NotABundle(f"{name} cannot be unpacked ({error})") from None
    if left:
        raise NotABundle(f"{name} cannot be unpacked: it is shorter than declared")


def _described(submission: Submission) -> dict[str, FileRecord]:
    if not 1 <= len(submission.runs) <= _MOST_RUNS:
        raise NotABundle(f"it has {len(submission.runs)} runs; there may be 1 to {_MOST_RUNS:,}")
    described = {}
    for number, run in enumerate(submission.runs, start=1):
        for name, record in run.files.items():
            if not is_run_file(name):
                raise NotABundle(f"{name[:200]!r} is not a file of a run")
            described[run_file(number, name)] = record
    return described


def _check_described(entries: Entries, described: Mapping[str, FileRecord]) -> None:
    """Check names and sizes, before a file is unpacked."""
    extra = entries.keys() - described.keys() - {FILE, SIGNATURES}
    if extra:
        raise NotABundle(f"{min(extra)!r} is in it, but not described")
    for name, record in described.items():
        if name not in entries:
            raise NotABundle(f"{name!r} is described, but not in it")
        if entries[name].file_size != record.size:
            raise NotABundle(f"{name} was changed: it does not have the size that is described")


def _require_space(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if size > free:
        raise NotABundle(f"it unpacks to {size:,} bytes, and {free:,} are free for temporary files")


def _unpack_file(archive: zipfile.ZipFile, name: str, record: FileRecord, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as file:
        digest, check = hashlib.sha256(), DocumentCheck(name)
        for chunk in _chunks(archive, name, record.size):
            check.take(chunk)
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != record.sha256:
        raise NotABundle(f"{name} was changed: it does not match its hash")
