"""Sounds, pictures, documents and archives that were made to cost time or memory, or to end a parser."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zipfile
import zlib

from tests.attacks.file_mutation import packed
from tests.checks.test_hostile import LAUGHS, png
from tests.servers.tobench.hostile_files import wave_file

_LAUGHTER = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
BILLION = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">{_LAUGHTER}]><x>&a11;</x>'.encode()
EXTERNAL = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
DEEP = b"<a>" * 100_000 + b"</a>" * 100_000
_XML = (
    LAUGHS,
    BILLION,
    EXTERNAL,
    DEEP,
    DEEP[:200_000],
    b"<a " + b'b="" ' * 100_000 + b"/>",
    b"",
    b"\0" * 999,
    b"<a/>" * 399_000,
)


def zip_members(data: bytes) -> dict[str, bytes]:
    """Return the files of a ZIP by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def office_bombs(seed: bytes) -> list[bytes]:
    """Return the document with each of its parts of XML replaced by bombs, one after the other."""
    members = zip_members(seed)
    parts = [name for name in members if name.endswith((".xml", ".rels"))]
    return [
        packed([*(members | {name: _XML[number % len(_XML)]}).items()])
        for number, name in enumerate((parts * len(_XML))[: 4 * len(_XML)])
    ]


def archive_bombs() -> list[bytes]:
    """Return archives in archives, of very many members, and of far larger members."""
    nested = b"x"
    for _ in range(60):
        nested = packed([("a.zip", nested)])
    flat = packed([("a", bytes(80 * 2**20))])
    overlapping = packed([("x", bytes(1_000_000))])
    return [
        nested,
        flat,
        overlapping * 20,
        packed([(f"{number}", b"") for number in range(30_000)], zipfile.ZIP_STORED),
        packed([("a" * 60_000, b"x"), ("\x1b[31m\n", b"x"), ("con:\0x", b"x")]),
        gzip.compress(bytes(80 * 2**20), 1),
        gzip.compress(gzip.compress(bytes(80 * 2**20), 1), 1),
        *map(_tarred, range(6)),
    ]


def _tarred(way: int) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT) as archive:
        entry = tarfile.TarInfo(("a", "../a", "/a", "a" * 5_000, "a", "a")[way])
        entry.type = (
            tarfile.SYMTYPE,
            tarfile.REGTYPE,
            tarfile.LNKTYPE,
            tarfile.REGTYPE,
            tarfile.CHRTYPE,
            tarfile.FIFOTYPE,
        )[way]
        entry.linkname = "/etc/passwd"
        entry.pax_headers = {"size": "9" * 30} if way == 3 else {"path": "x" * 100_000}
        archive.addfile(entry)
    return written.getvalue()


def picture_bombs() -> list[bytes]:
    """Return pictures of extreme sizes, with texts, colour profiles or frames that are far too large."""
    packer = zlib.compressobj(9)
    text = b"".join(packer.compress(b" " * 2**20) for _ in range(150)) + packer.flush()
    sizes = (
        (60_000, 60_000),
        (30_000_000, 2),
        (2, 30_000_000),
        (2**31 - 1, 2**31 - 1),
        (0, 5),
        (1, 20_000),
        (19_999, 1_999),
    )
    pictures = [png(wide, high, zlib.compress(bytes(1_000))) for wide, high in sizes]
    whole = pictures[5]
    for kind in (b"zTXt", b"iCCP", b"iTXt"):
        body = b"x\0\0" + (b"\1\0\0\0" if kind == b"iTXt" else b"") + text
        chunk = struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        pictures.append(whole[:33] + chunk + whole[33:])
    gif = b"GIF89a" + struct.pack("<HHBBB", 9_000, 4_000, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, 9_000, 4_000, 0) + b"\x02\x02\x4c\x01\x00"
    pictures += [
        gif + frame * 5_000 + b"\x3b",
        b"BM"
        + struct.pack("<IIIIiiHHIIiiII", 70, 0, 54, 40, 2**31 - 1, -(2**31), 1, 24, 0, 0, 1, 1, 2**31, 0),
    ]
    directory = struct.pack("<HHII", 256, 4, 1, 2**31) + struct.pack("<HHII", 257, 4, 1, 2**31)
    pictures.append(b"II*\0\x08\0\0\0\x02\0" + directory + struct.pack("<I", 8))
    return pictures


def svg_bombs() -> list[bytes]:
    """Return drawings with entities, depth, references to files and extreme sizes."""
    head = b'<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="9">%s</svg>'
    return [
        *_XML,
        head % (b"1e9", b"<rect/>"),
        head % (b"-5", b'<image href="file:///etc/passwd"/>'),
        head % (b"9", b"<g>" * 20_000 + b"</g>" * 20_000),
        head % (b"9", b'<use href="#a"/>' * 20_000),
    ]


def sound_bombs() -> list[bytes]:
    """Return sounds that declare extreme lengths, rates and channels."""
    declared = [wave_file(declared=size) for size in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF)]
    channels = [wave_file(channels=count) for count in (0, 3, 9, 255, 65_535)]
    rates = [wave_file(rate=rate) for rate in (1, 384_001, 2**31 - 1)]
    return [*declared, *channels, *rates, *(wave_file(stored=count) for count in (2, 8, 9, 64, 250))]


def pdf_bombs() -> list[bytes]:
    """Return PDFs whose pages, forms, outlines and streams refer to themselves or never end."""
    bomb = zlib.compress(bytes(200 * 2**20), 9)
    twice = zlib.compress(zlib.compress(bytes(100 * 2**20), 9), 9)
    bodies: tuple[tuple[bytes, bytes], ...] = (
        (b"<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R]/Count 3>>", b"null"),
        (b"<</Type/Pages/Kids[3 0 R]/Count 2147483647>>", b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"),
        (
            b"<</Type/Pages/Kids[3 0 R]/Count -5>>",
            b"<</Type/Page/Parent 3 0 R/MediaBox[0 0 1e9 1e9]/UserUnit 1e9>>",
        ),
        (
            b"<</Type/Pages/Kids[" + b"3 0 R " * 50_000 + b"]/Count 50000>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        ),
        (
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox" + b"[" * 20_000 + b">>",
        ),
        (
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>",
        ),
    )
    streams = (b"0 0 9 9 re f", bomb, twice, b"q " * 200_000, b"(" * 200_000, b"BI /W 99999 /H 99999 ID x EI")
    filters = (
        b"",
        b"/Filter/FlateDecode",
        b"/Filter[/FlateDecode/FlateDecode]",
        b"",
        b"",
        b"/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647>>",
    )
    return [_pdf(*bodies[min(way, 5)], streams[way % 6], filters[way % 6]) for way in range(12)]


def _pdf(pages: bytes, page: bytes, stream: bytes, filters: bytes) -> bytes:
    objects = (
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>/Outlines 6 0 R>>",
        pages,
        page,
        b"<</Length %d%b>>stream\n%b\nendstream" % (len(stream), filters, stream),
        b"<</T(a)/FT/Tx/Kids[5 0 R]/Parent 5 0 R/V 5 0 R>>",
        b"<</First 6 0 R/Next 6 0 R/Title(a)>>",
    )
    body = b"".join(b"%d 0 obj%b endobj\n" % (number, text) for number, text in enumerate(objects, 1))
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R/Prev 9>>\n%%EOF\n"
