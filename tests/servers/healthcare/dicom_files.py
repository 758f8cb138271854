"""DICOM files, made byte by byte."""

from __future__ import annotations

import struct

EXPLICIT = "1.2.840.10008.1.2.1"
IMPLICIT = "1.2.840.10008.1.2"
UNDEFINED = 0xFFFFFFFF
LONG_FORMS = ("OB", "OW", "SQ", "UN", "UT")
ITEM = struct.pack("<HH", 0xFFFE, 0xE000)
ITEM_END = struct.pack("<HHI", 0xFFFE, 0xE00D, 0)
SEQUENCE_END = struct.pack("<HHI", 0xFFFE, 0xE0DD, 0)


def padded(text: str, pad: bytes = b" ") -> bytes:
    raw = text.encode()
    return raw + pad * (len(raw) % 2)


def explicit(group: int, number: int, vr: str, value: bytes, length: int | None = None) -> bytes:
    size = len(value) if length is None else length
    head = struct.pack("<HH", group, number) + vr.encode()
    if vr in LONG_FORMS:
        return head + b"\0\0" + struct.pack("<I", size) + value
    return head + struct.pack("<H", size) + value


def implicit(group: int, number: int, value: bytes, length: int | None = None) -> bytes:
    return struct.pack("<HHI", group, number, len(value) if length is None else length) + value


def file(syntax: str, dataset: bytes) -> bytes:
    """A preamble, the mark, file meta information, and a data set."""
    meta = explicit(0x0002, 0x0002, "UI", padded("1.2.840.10008.5.1.4.1.1.2", b"\0"))
    meta += explicit(0x0002, 0x0010, "UI", padded(syntax, b"\0"))
    length = explicit(0x0002, 0x0000, "UL", struct.pack("<I", len(meta)))
    return b"\0" * 128 + b"DICM" + length + meta + dataset


def open_sequence(inner: bytes) -> bytes:
    """Two items, one of unknown length and one of known length, then the end mark."""
    unknown = ITEM + struct.pack("<I", UNDEFINED) + inner + ITEM_END
    known = ITEM + struct.pack("<I", len(inner)) + inner
    return unknown + known + SEQUENCE_END


def scan() -> bytes:
    """A small explicit CT file with a nested sequence and pixels."""
    inner = explicit(0x0008, 0x1150, "UI", padded("1.2.3", b"\0"))
    nested = explicit(0x0008, 0x1140, "SQ", open_sequence(inner), UNDEFINED)
    dataset = explicit(0x0008, 0x0005, "CS", padded("ISO_IR 192"))
    dataset += explicit(0x0008, 0x0060, "CS", b"CT")
    dataset += explicit(0x0008, 0x1030, "LO", padded("Chest routine"))
    dataset += explicit(0x0008, 0x1110, "SQ", open_sequence(nested), UNDEFINED)
    dataset += explicit(0x0009, 0x0010, "LO", padded("ACME"))
    dataset += explicit(0x0010, 0x0010, "PN", padded("Müller^Anna"))
    dataset += explicit(0x0028, 0x0010, "US", struct.pack("<H", 512))
    dataset += explicit(0x0028, 0x0011, "US", struct.pack("<H", 256))
    dataset += explicit(0x0028, 0x0030, "DS", padded("0.5\\0.5"))
    return file(EXPLICIT, dataset + explicit(0x7FE0, 0x0010, "OW", b"\1\2" * 20))
