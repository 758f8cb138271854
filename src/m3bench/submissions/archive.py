"""Bundles as ZIP files: the same content gives the same bytes, and nothing unexpected is unpacked."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

import msgspec

from m3bench.core import FormatError
from m3bench.core.redaction import redactor
from m3bench.submissions.records import FILE, VERSION, FileRecord, Submission, run_file

_ALLOWED = re.compile(
    r"(manifest|seal)\.json|(journal|tasks|judgements)\.jsonl|blobs/[0-9a-f]{2}/[0-9a-f]{62}|tools/[\w.-]{1,120}"
)
_EPOCH = (1980, 1, 1, 0, 0, 0)
_CHUNK = 2**20
_LARGEST_HEAD = 64 * 2**20
_LARGEST_BUNDLE = 8 * 2**30
_MOST_RUNS = 1_000


def is_allowed(name: str) -> bool:
    """Return whether a file of a run belongs into a bundle."""
    return _ALLOWED.fullmatch(name) is not None and ".." not in name


def file_record(path: Path) -> FileRecord:
    """Return the size and the hash of a file."""
    with path.open("rb") as file:
        return FileRecord(hashlib.file_digest(file, "sha256").hexdigest(), path.stat().st_size)


def write_archive(target: IO[bytes], submission: Submission, files: Mapping[str, Path]) -> None:
    """Write a bundle.

    Args:
        target: Where to write it.
        submission: Its description.
        files: The files of its runs by name in the bundle.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        head = msgspec.json.format(msgspec.json.encode(submission, order="sorted"), indent=1).decode()
        archive.writestr(_entry(FILE), f"{redactor().text(head)}\n")
        for name in sorted(files):
            with files[name].open("rb") as source, archive.open(_entry(name), "w", force_zip64=True) as entry:
                while chunk := source.read(_CHUNK):
                    entry.write(chunk)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def unpack(path: Path, folder: Path) -> Submission:
    """Unpack a bundle into an empty folder.

    Args:
        path: The bundle.
        folder: Where its files go.

    Returns:
        Its description.

    Raises:
        FormatError: It is no bundle, or its files are not those that it describes.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            submission = _submission(archive, path)
            expected = _expected(submission, path)
            found = [entry.filename for entry in archive.infolist()]
            if sorted(found) != sorted([FILE, *expected]):
                raise _error(path, _difference(found, {FILE, *expected}))
            for name, record in expected.items():
                _unpack_file(archive, name, record, folder / name, path)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, OSError) as error:
        if isinstance(error, FileNotFoundError) and not path.exists():
            raise
        raise _error(path, f"it is not a readable ZIP file ({error})") from None
    return submission


def _submission(archive: zipfile.ZipFile, path: Path) -> Submission:
    if FILE not in archive.namelist():
        raise _error(path, f"it has no {FILE}; m3bench submit makes bundles")
    with archive.open(FILE) as entry:
        head = entry.read(_LARGEST_HEAD + 1)
    if len(head) > _LARGEST_HEAD:
        raise _error(path, f"{FILE} is larger than {_LARGEST_HEAD // 2**20} MB")
    try:
        submission = msgspec.json.decode(head, type=Submission)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _error(path, f"{FILE} is invalid: {error}") from None
    if submission.m3bench != VERSION:
        raise _error(path, f"it has version {submission.m3bench}; this m3bench reads version {VERSION}")
    return submission


def _expected(submission: Submission, path: Path) -> dict[str, FileRecord]:
    if not 1 <= len(submission.runs) <= _MOST_RUNS:
        raise _error(path, f"it has {len(submission.runs)} runs; there may be 1 to {_MOST_RUNS:,}")
    expected = dict(_files(submission, path))
    total = sum(record.size for record in expected.values())
    if total > _LARGEST_BUNDLE:
        raise _error(path, f"it unpacks to {total:,} bytes; the limit is {_LARGEST_BUNDLE:,}")
    return expected


def _files(submission: Submission, path: Path) -> Iterator[tuple[str, FileRecord]]:
    for number, run in enumerate(submission.runs, start=1):
        for name, record in run.files.items():
            if not is_allowed(name) or record.size < 0:
                raise _error(path, f"{name!r} is not a file of a run")
            yield run_file(number, name), record


def _difference(found: list[str], expected: set[str]) -> str:
    extra = sorted(set(found) - expected)
    lacking = sorted(expected - set(found))
    if extra:
        return f"{extra[0]!r} is in it, but not described"
    return f"{lacking[0]!r} is described, but not in it" if lacking else "a file is in it twice"


def _unpack_file(archive: zipfile.ZipFile, name: str, record: FileRecord, target: Path, bundle: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, left = hashlib.sha256(), record.size
    with archive.open(name) as source, target.open("xb") as file:
        while chunk := source.read(min(_CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                break
            digest.update(chunk)
            file.write(chunk)
    if left != 0 or digest.hexdigest() != record.sha256:
        raise _error(bundle, f"{name} was changed: it does not match its hash")


def _error(path: Path, problem: str) -> FormatError:
    return FormatError(problem, file=str(path))
