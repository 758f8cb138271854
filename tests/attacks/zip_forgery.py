"""Change the bytes of ZIP files where `zipfile` would not."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
Change = Callable[[zipfile.ZipInfo], None]


def packed(
    files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED, change: Change | None = None
) -> bytes:
    """Return an archive of these files. `change` may edit each entry before it is written."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            if change is not None:
                change(entry)
            archive.writestr(entry, data)
    return buffer.getvalue()


class Places:
    """Where the headers of an entry are."""

    def __init__(self, raw: bytes, name: str) -> None:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entry = archive.getinfo(name)
            directory = archive.start_dir
        encoded = name.encode()
        self.local = entry.header_offset
        self.data = self.local + 30 + sum(struct.unpack_from("<HH", raw, self.local + 26))
        self.central = raw.index(encoded, directory) - 46
        self.size, self.packed_size = entry.file_size, entry.compress_size


def edited(raw: bytes, *edits: tuple[int, str, int]) -> bytes:
    """Write numbers: pairs of a place, a format of `struct`, and a value."""
    data = bytearray(raw)
    for place, form, value in edits:
        struct.pack_into(f"<{form}", data, place, value)
    return bytes(data)


def with_sizes(raw: bytes, name: str, size: int, crc: int | None = None) -> bytes:
    """Let both headers of an entry declare another unpacked size."""
    places = Places(raw, name)
    raw = edited(raw, (places.local + 22, "I", size), (places.central + 24, "I", size))
    if crc is None:
        return raw
    return edited(raw, (places.local + 14, "I", crc), (places.central + 16, "I", crc))


def many_names(count: int, files: Mapping[str, bytes], declared: int | None = None) -> bytes:
    """Return an archive of these files and many empty ones, made without `zipfile`, which is slow."""
    body, directory, total = io.BytesIO(), io.BytesIO(), 0
    empty = ((f"runs/1/tools/{number}", b"") for number in range(count))
    for name, data in (*files.items(), *empty):
        encoded, start, crc = name.encode(), body.tell(), zlib.crc32(data)
        shared = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, crc, len(data), len(data), len(encoded), 0)
        body.write(LOCAL + shared + encoded + data)
        directory.write(
            CENTRAL + struct.pack("<H", 20) + shared + struct.pack("<HHHII", 0, 0, 0, 0, start) + encoded
        )
        total += 1
    start, size = body.tell(), directory.tell()
    wide = b""
    if total >= 0xFFFF and declared is None:
        wide = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, total, total, size, start)
        wide += struct.pack("<4sIQI", b"PK\x06\x07", 0, start + size, 1)
    shown = min(total, 0xFFFF) if declared is None else declared
    end = struct.pack("<4sHHHHIIH", END, 0, 0, shown, shown, size, start, 0)
    return body.getvalue() + directory.getvalue() + wide + end
