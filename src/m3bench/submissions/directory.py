"""The directory of a bundle, checked before a byte of its files is unpacked."""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
from collections.abc import Sequence
from typing import IO

from m3bench.core import M3BenchError
from m3bench.submissions.records import FILE, SIGNATURES

MOST_FILES = 40_000
LARGEST_ARCHIVE = 2**31 - 1
"""Smaller archives need no ZIP64 records, which could contradict the others."""
MOST_UNPACKED = 4 * 2**30
SURELY_UNPACKED = 32 * 2**20
"""The unpacked size that is always allowed."""
MOST_GROWTH = 100
"""The maximum compression ratio. Journals stay far below: the checksums of records do not compress."""
_END = struct.Struct("<4sHHHHIIH")
_END_MAGIC, _ENTRY_MAGIC = b"PK\x05\x06", b"PK\x01\x02"
_LOCAL_HEADER = 30
_LARGEST_ENTRY = 400
"""Bytes of an entry in the directory."""
_RUN_FILE = re.compile(
    r"(manifest|seal)\.json|(journal|tasks|judgements)\.jsonl|blobs/[0-9a-f]{2}/[0-9a-f]{62}|tools/[\w.-]{1,120}",
    re.ASCII,
)
_NAME = re.compile(rf"runs/[1-9]\d{{0,3}}/({_RUN_FILE.pattern})|{re.escape(FILE)}|{SIGNATURES}", re.ASCII)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1 | 0x40 | 0x2000


class NotABundle(M3BenchError):
    """A file is not a bundle, or not one that may be unpacked."""


def is_run_file(name: str) -> bool:
    """Return whether a file of a run belongs into a bundle."""
    return _RUN_FILE.fullmatch(name) is not None and ".." not in name


def read_directory(file: IO[bytes]) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """Open a bundle. Return the archive, and its entries by name.

    Raises:
        NotABundle: It has too many files or would unpack to too much, or an entry is not that of a bundle.
    """
    _check_end(file)
    archive = zipfile.ZipFile(file)
    entries = archive.infolist()
    for entry in entries:
        _check_entry(entry)
    by_name = {entry.filename: entry for entry in entries}
    if len(by_name) < len(entries):
        twice = next(entry.filename for entry in entries if by_name[entry.filename] is not entry)
        raise NotABundle(f"{twice} is in it twice")
    _check_offsets(entries, archive.start_dir)
    _check_sizes(entries)
    return archive, by_name


def _check_end(file: IO[bytes]) -> None:
    """Check the last record: it says where the directory is and how long, before that is read."""
    size = file.seek(0, os.SEEK_END)
    if size > LARGEST_ARCHIVE:
        raise NotABundle(f"it has {size:,} bytes; there may be {LARGEST_ARCHIVE:,}")
    if size < _END.size:
        raise zipfile.BadZipFile("it is too short")
    file.seek(-_END.size, os.SEEK_END)
    magic, disk, first_disk, here, count, length, start, comment = _END.unpack(file.read(_END.size))
    if magic != _END_MAGIC or comment or disk or first_disk or here != count:
        raise zipfile.BadZipFile("it does not end with the directory of one archive")
    if count > MOST_FILES and start + length + _END.size <= size:
        raise NotABundle(
            f"it has {'at least ' * (count == 0xFFFF)}{count:,} files; there may be {MOST_FILES:,}"
        )
    if start + length + _END.size != size:
        raise zipfile.BadZipFile("its directory is not where it should be")
    if length > count * _LARGEST_ENTRY:
        raise NotABundle("its directory lists more files than it declares, or has names that are too long")
    file.seek(start)
    # Counted before they are parsed, as each takes a thousand times longer than its bytes.
    if file.read(length).count(_ENTRY_MAGIC) != count:
        raise NotABundle("its directory lists more files than it declares")


def _check_entry(entry: zipfile.ZipInfo) -> None:
    name = entry.orig_filename
    if name != entry.filename or ".." in name or _NAME.fullmatch(name) is None:
        raise NotABundle(f"{name[:200]!r} is not a name of a file in a bundle")
    if entry.flag_bits & _ENCRYPTED:
        raise NotABundle(f"{name} is encrypted")
    if entry.compress_type not in _METHODS:
        raise NotABundle(f"{name} is packed another way: only stored and deflated files are read")
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise NotABundle(f"{name} is not a plain file")
    if entry.compress_type == zipfile.ZIP_STORED and entry.file_size != entry.compress_size:
        raise NotABundle(f"{name} has two sizes")


def _check_sizes(entries: Sequence[zipfile.ZipInfo]) -> None:
    packed = sum(entry.compress_size for entry in entries)
    unpacked = sum(entry.file_size for entry in entries)
    most = min(MOST_UNPACKED, max(SURELY_UNPACKED, MOST_GROWTH * packed))
    if unpacked > most:
        raise NotABundle(
            f"it is a ZIP bomb or too large: {packed / 1e6:,.1f} MB unpack to {unpacked / 1e6:,.0f} MB, "
            f"and {most / 1e6:,.0f} MB are allowed"
        )


def _check_offsets(entries: Sequence[zipfile.ZipInfo], end: int) -> None:
    """Check that no two files use the same bytes, which would make a bomb of any size."""
    in_order = sorted(entries, key=lambda entry: entry.header_offset)
    starts = [*(entry.header_offset for entry in in_order[1:]), end]
    for entry, following in zip(in_order, starts, strict=False):
        length = _LOCAL_HEADER + len(entry.filename) + entry.compress_size
        if entry.header_offset + length > following:
            raise NotABundle(f"{entry.filename} and the file after it lie over each other")
