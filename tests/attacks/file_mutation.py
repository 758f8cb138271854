"""Damaged sounds, films, pictures and documents: the defects are inside the structure of the file.

Bytes that are changed anywhere are mostly found by checksums and compression. Here, the parts of a file are
taken out, changed and put back as a program would write them, so that the defects reach the parsers.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import struct
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.attacks.mutation import mutate

Change = Callable[[bytes, random.Random], bytes]
_EXTREMES = (
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    2**63,
    2**64 - 1,
)
_NUMBERS = (
    b"0", b"-1", b"1", b"65536", b"2147483647", b"-2147483648", b"4294967296", b"1e308", b"9" * 30, b"NaN",
    b"0.0001", b"",    b"../../etc/passwd", b"\xef\xbf\xbf", b"A1:XFD1048576", b"#REF!", b"x" * 3_000,
)  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_ATTRIBUTE = re.compile(rb'="([^"<>]{0,200})"')
_ELEMENT = re.compile(rb"<([\w:]+)\b[^<>]*(?:/>|>[^<>]*</\1>)")
_TAG = re.compile(rb"<[^<>]{1,400}>")


def mutate_file(data: bytes, draw: random.Random) -> bytes:
    """Return the file with defects in its parts, or now and then anywhere in its bytes."""
    if draw.random() < 0.2:
        return mutate(data, draw)
    for magic, change in _STRUCTURES:
        if re.match(magic, data, re.DOTALL):
            try:
                return change(data, draw)
            except (
                ValueError,
                IndexError,
                struct.error,
                zipfile.BadZipFile,
                zlib.error,
                OSError,
                EOFError,
                tarfile.TarError,
            ):
                break
    return _bytes(data, draw)


def _bytes(data: bytes, draw: random.Random) -> bytes:
    """Defects of bytes; most set a field near the beginning to an extreme value."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 4))):
        width, order = draw.choice((1, 2, 4, 4, 8)), draw.choice("<>")
        if len(changed) > width and draw.random() < 0.7:
            place = draw.randrange(min(len(changed) - width, draw.choice((64, 400, 10**9))) or 1)
            value = draw.choice(_EXTREMES) % 256**width
            changed[place : place + width] = value.to_bytes(width, "little" if order == "<" else "big")
        else:
            changed = bytearray(mutate(bytes(changed), draw))
    return bytes(changed)


def _text(data: bytes, draw: random.Random) -> bytes:
    """Defects of XML: other values, elements that are missing, repeated, nested or elsewhere."""
    for _ in range(draw.choice((1, 1, 2, 5))):
        data = draw.choice(
            (_other_attribute, _other_attribute, _other_number, _moved_element, _nested, _other_tag)
        )(data, draw)
    return data


def _some(pattern: re.Pattern[bytes], data: bytes, draw: random.Random) -> re.Match[bytes] | None:
    """Return a match near a random place: files can be long."""
    place = draw.randrange(len(data) + 1)
    return pattern.search(data, place) or pattern.search(data)


def _other_attribute(data: bytes, draw: random.Random) -> bytes:
    match = _some(_ATTRIBUTE, data, draw)
    return data if match is None else data[: match.start(1)] + draw.choice(_NUMBERS) + data[match.end(1) :]


def _other_number(data: bytes, draw: random.Random) -> bytes:
    match = _some(_NUMBER, data, draw)
    return data if match is None else data[: match.start()] + draw.choice(_NUMBERS) + data[match.end() :]


def _moved_element(data: bytes, draw: random.Random) -> bytes:
    """Remove an element, repeat it, or put it elsewhere."""
    match, place = _some(_ELEMENT, data, draw), _some(_TAG, data, draw)
    if match is None or place is None:
        return data
    copies = draw.choice((0, 2, 2, 300))
    there = data[: match.start()] + match[0] * copies + data[match.end() :]
    return there if draw.random() < 0.6 else data[: place.end()] + match[0] + data[place.end() :]


def _nested(data: bytes, draw: random.Random) -> bytes:
    """Put an element into itself, as deep as no writer would."""
    match = _some(_ELEMENT, data, draw)
    if match is None:
        return data
    name, depth = match[1], draw.choice((2, 60, 3_000))
    inner = b"<%b>" % name * depth + match[0] + b"</%b>" % name * depth
    return data[: match.start()] + inner + data[match.end() :]


def _other_tag(data: bytes, draw: random.Random) -> bytes:
    first, second = _some(_TAG, data, draw), _some(_TAG, data, draw)
    if first is None or second is None:
        return data
    return data[: first.start()] + draw.choice((second[0], b"", b"<x/>", b"<a:t>")) + data[first.end() :]


def _part(data: bytes, draw: random.Random) -> bytes:
    """Change a part of a file by what it is."""
    if data.lstrip()[:1] == b"<" and draw.random() < 0.8:
        return _text(data, draw)
    return mutate_file(data, draw)


def _zip(data: bytes, draw: random.Random) -> bytes:
    """Change members of a ZIP, their names or their number."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [
            (entry.filename, archive.read(entry)) for entry in archive.infolist() if not entry.is_dir()
        ]
    for _ in range(draw.choice((1, 1, 3))):
        number = draw.randrange(len(members))
        name, content = members[number]
        kind = draw.random()
        if kind < 0.8:
            members[number] = (name, _part(content, draw))
        elif kind < 0.87:
            del members[number]
        else:
            other = draw.choice(
                (members[draw.randrange(len(members))][0], "../x", "/x", "x" * 300, name.upper(), "a\nb")
            )
            members.insert(number, (other, content))
        if not members:
            break
    return packed(members, draw.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))


def packed(members: Sequence[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a ZIP. Names may occur twice."""
    written = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(written, "w", method, compresslevel=1) as archive:
        warnings.simplefilter("ignore")  # of names that occur twice
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, method)
    return written.getvalue()


def _gzip(data: bytes, draw: random.Random) -> bytes:
    return gzip.compress(mutate_file(gzip.decompress(data), draw), 1, mtime=0)


def _tar(data: bytes, draw: random.Random) -> bytes:
    """Change fields of a header of a TAR, with its checksum."""
    changed = bytearray(data)
    heads = [index for index in range(0, len(data) - 511, 512) if data[index + 257 : index + 262] == b"ustar"]
    place = draw.choice(heads)
    field, width = draw.choice(
        ((0, 100), (100, 8), (108, 8), (124, 12), (136, 12), (156, 1), (157, 100), (345, 155))
    )
    values = (
        b"7" * width,
        b"\xff" * width,
        b"\x80" + b"\xff" * width,
        b"../x",
        b"/etc/x",
        b"-1",
        b"5",
        b"2",
        b"x",
        b"g",
    )
    changed[place + field : place + field + width] = draw.choice(values)[:width].ljust(width, b"\0")
    changed[place + 148 : place + 156] = b" " * 8
    total = sum(changed[place : place + 512])
    changed[place + 148 : place + 156] = b"%06o\0 " % total
    return bytes(changed)


class _Chunk(NamedTuple):
    kind: bytes
    body: bytes


def _changed_chunks(chunks: list[_Chunk], draw: random.Random) -> list[_Chunk]:
    """Change, remove, repeat or swap chunks."""
    chunks = list(chunks)
    for _ in range(draw.choice((1, 1, 2, 4))):
        number, kind = draw.randrange(len(chunks)), draw.random()
        chunk = chunks[number]
        if kind < 0.7:
            chunks[number] = _Chunk(chunk.kind, _bytes(chunk.body, draw))
        elif kind < 0.8 and len(chunks) > 1:
            del chunks[number]
        elif kind < 0.9:
            chunks.insert(draw.randrange(len(chunks) + 1), chunk)
        else:
            chunks[number] = _Chunk(chunks[draw.randrange(len(chunks))].kind, chunk.body)
    return chunks


def _length(body: bytes, draw: random.Random) -> int:
    """Return the length of a chunk, sometimes a lie."""
    return len(body) if draw.random() < 0.9 else draw.choice(_EXTREMES) % 2**32


def _png(data: bytes, draw: random.Random) -> bytes:
    place, chunks = 8, []
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        chunks.append(_Chunk(data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    written = data[:8]
    for kind, body in _changed_chunks(chunks, draw):
        written += (
            struct.pack(">I", _length(body, draw)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )
    return written


def _riff(data: bytes, draw: random.Random) -> bytes:
    """Change chunks of a WAV or WebP."""
    place, chunks = 12, []
    while place + 8 <= len(data):
        (length,) = struct.unpack_from("<I", data, place + 4)
        chunks.append(_Chunk(data[place : place + 4], data[place + 8 : place + 8 + length]))
        place += 8 + length + length % 2
    written = b"".join(
        kind + struct.pack("<I", _length(body, draw)) + body + b"\0" * (len(body) % 2)
        for kind, body in _changed_chunks(chunks, draw)
    )
    return data[:4] + struct.pack("<I", _length(written + b"WAVE", draw)) + data[8:12] + written


_PARENTS = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"dinf", b"moof", b"traf", b"udta")


def _boxes(data: bytes, draw: random.Random) -> bytes:
    """Change a box of an MP4, at any depth. The lengths of the boxes around it are right."""
    place, chunks = 0, []
    while place + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        if length < 8:
            raise ValueError("no box")
        chunks.append(_Chunk(data[place + 4 : place + 8], data[place + 8 : place + length]))
        place += length
    deeper = [number for number, chunk in enumerate(chunks) if chunk.kind in _PARENTS and chunk.body]
    if deeper and draw.random() < 0.85:
        number = draw.choice(deeper)
        chunks[number] = _Chunk(chunks[number].kind, _boxes(chunks[number].body, draw))
    else:
        chunks = _changed_chunks(chunks, draw)
    return b"".join(
        struct.pack(">I", (_length(body, draw) + 8) % 2**32) + kind + body for kind, body in chunks
    )


def _ogg(data: bytes, draw: random.Random) -> bytes:
    """Change bytes of a page of Ogg, with its checksum."""
    starts = [match.start() for match in re.finditer(rb"OggS\0", data)]
    number = draw.randrange(min(len(starts), draw.choice((2, 3, 10**6))))
    end = starts[number + 1] if number + 1 < len(starts) else len(data)
    page = bytearray(_bytes(data[starts[number] + 5 : end], draw))
    page = bytearray(data[starts[number] : starts[number] + 5]) + page
    if len(page) > 26:
        page[22:26] = b"\0" * 4
        page[22:26] = struct.pack("<I", _ogg_checksum(bytes(page)))
    return data[: starts[number]] + bytes(page) + data[end:]


def _ogg_checksum(page: bytes) -> int:
    value = 0
    for byte in page:
        value = (value << 8 & 0xFFFFFFFF) ^ _OGG_TABLE[value >> 24 ^ byte]
    return value


def _ogg_row(value: int) -> int:
    value <<= 24
    for _ in range(8):
        value = (value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value


_OGG_TABLE = tuple(_ogg_row(number) for number in range(256))
_OBJECT = re.compile(rb"\d+ 0 obj.*?endobj", re.DOTALL)
_REFERENCE = re.compile(rb"\d+ 0 R")
_KEY = re.compile(rb"/[A-Z]\w+")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


def _pdf(data: bytes, draw: random.Random) -> bytes:
    """Change numbers, references, keys, objects and streams. Readers search for moved objects themselves."""
    for _ in range(draw.choice((1, 1, 2, 4))):
        data = draw.choice((_pdf_reference, _pdf_key, _pdf_object, _pdf_stream, _other_number))(data, draw)
    return data


def _pdf_reference(data: bytes, draw: random.Random) -> bytes:
    match, count = _some(_REFERENCE, data, draw), len(_OBJECT.findall(data))
    return (
        data
        if match is None
        else data[: match.start()] + b"%d 0 R" % draw.randrange(count + 2) + data[match.end() :]
    )


def _pdf_key(data: bytes, draw: random.Random) -> bytes:
    first, second = _some(_KEY, data, draw), _some(_KEY, data, draw)
    if first is None or second is None:
        return data
    return data[: first.start()] + draw.choice((second[0], b"/X", b"", b"[[[[" * 50)) + data[first.end() :]


def _pdf_object(data: bytes, draw: random.Random) -> bytes:
    first, second = _some(_OBJECT, data, draw), _some(_OBJECT, data, draw)
    if first is None or second is None:
        return data
    head = first[0].partition(b"obj")[0]
    other = draw.choice((b"", head + b"obj" + second[0].partition(b"obj")[2], head + b"obj null endobj"))
    return data[: first.start()] + other + data[first.end() :]


def _pdf_stream(data: bytes, draw: random.Random) -> bytes:
    match = _some(_STREAM, data, draw)
    if match is None:
        return data
    try:
        body = zlib.compress(mutate(zlib.decompress(match[1]), draw))
    except zlib.error:
        body = mutate(match[1], draw)
    return data[: match.start(1)] + body + data[match.end(1) :]


_STRUCTURES: tuple[tuple[bytes, Change], ...] = (
    (rb"PK\x03\x04", _zip), (rb"\x1f\x8b", _gzip), (rb".{257}ustar", _tar), (rb"\x89PNG", _png),
    (rb"RIFF", _riff),    (rb".{4}ftyp", _boxes), (rb"OggS", _ogg), (rb"%PDF", _pdf), (rb"\s*<", _text),
)  # fmt: skip
