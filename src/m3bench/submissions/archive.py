"""Write bundles as ZIP files: the same content gives the same bytes."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import msgspec

from m3bench.core.redaction import redactor
from m3bench.submissions.documents import DocumentCheck
from m3bench.submissions.records import FILE, SIGNATURES, FileRecord, Submission

_EPOCH = (1980, 1, 1, 0, 0, 0)
_CHUNK = 2**20


def file_record(path: Path) -> FileRecord:
    """Return the size and the hash of a file."""
    with path.open("rb") as file:
        return FileRecord(hashlib.file_digest(file, "sha256").hexdigest(), path.stat().st_size)


def encode_head(submission: Submission) -> bytes:
    """Return the description of a bundle as it is written and signed."""
    head = msgspec.json.format(msgspec.json.encode(submission, order="sorted"), indent=1).decode()
    return f"{redactor().text(head)}\n".encode()


def write_archive(
    target: IO[bytes], head: bytes, files: Mapping[str, Path], signatures: bytes | None = None
) -> None:
    """Write a bundle: its description, the files of its runs by name, and signatures, if there are any.

    Raises:
        NotABundle: A file is too large for those who verify it.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_entry(FILE), head)
        for name in sorted(files):
            with files[name].open("rb") as source, archive.open(_entry(name), "w", force_zip64=True) as entry:
                check = DocumentCheck(name)
                while chunk := source.read(_CHUNK):
                    check.take(chunk)
                    entry.write(chunk)
        if signatures is not None:
            archive.writestr(_entry(SIGNATURES), signatures)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
