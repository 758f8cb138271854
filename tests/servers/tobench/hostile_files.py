"""Broken and harmful files of every type that a tool reads, and arguments to read them with."""

from __future__ import annotations

import io
import struct
import wave
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from m3bench.hosting.catalog.samples import put_samples
from m3bench.servers import load
from tests.attacks.test_hostile_files_documents import looping_pdf
from tests.checks.test_hostile import LAUGHS, archive, png

MAIN_PARTS = {"docx": "word/document.xml", "pptx": "ppt/presentation.xml", "xlsx": "xl/workbook.xml"}
FILE_PARAMETERS = {
    "path": "", "paths": "", "other_path": "", "before": "", "overlay_path": "",
    "picture": "png", "pictures": "png", "picture_path": "png", "picture_paths": "png", "sound_path": "wav",
}  # fmt: skip
"""Parameters that name a file to read, with its type where it is not the type of the server."""
WRITE_ONLY = {
    ("word", "create_document"), ("slides", "create_deck"), ("sheets", "create_workbook"),
    ("sheets", "import_csv"), ("pdf", "text_to_pdf"), ("pdf", "pictures_to_pdf"),
    ("archives", "create_archive"),
}  # fmt: skip
"""Tools whose `path` is only written."""
OUTPUTS = {
    "audio": "out.wav", "video": "out.mp4", "image-toolkit": "out.png", "text": "out.txt",
    "speech-recognition": "out.srt",
}  # fmt: skip
BY_NAME: dict[str, Any] = {
    "region": [0, 0, 5, 5], "regions": [[0, 0, 5, 5]], "color": "red", "width": 16, "cells": "A1",
    "data": "A1",
    "pages": "1", "rows": [["a", "b"], ["1", "2"]], "series": {"a": [1]}, "categories": ["x"],
    "areas": [{"page": 1, "left": 0, "top": 0, "width": 9, "height": 9}], "items": ["a"], "after": "good.png",
    "values": {"a": "b"}, "formula": "=1", "factor": 1.5,
    "sources": ["good.txt"], "csv_path": "out.csv", "output": "out.pdf", "folder": "pieces",
    "source_format": "json", "value": "A",
}  # fmt: skip
BY_TOOL: dict[tuple[str, str], dict[str, Any]] = {
    ("word", "set_header_footer"): {"header": "x"},
    ("word", "set_properties"): {"title": "x"},
    ("slides", "set_background"): {"color": "#ff0000"},
    ("slides", "format_text"): {"bold": True},
    ("slides", "format_shape"): {"fill": "#ff0000"},
    ("slides", "place_shape"): {"left_cm": 1},
    ("pdf", "set_metadata"): {"title": "x"},
    ("pdf", "pictures_to_pdf"): {"path": "out.pdf"},
    ("audio", "fade_audio"): {"fade_in": 0.1},
    ("image-toolkit", "annotate"): {"notes": [{"kind": "text", "start": [1, 1], "text": "x"}]},
    ("render", "render_page_area"): {"right": 0.9, "bottom": 0.9},
    ("image-toolkit", "overlay"): {"position": [0, 0]},
    ("video", "burn_subtitles"): {"subtitles": [{"start": 0, "end": 1, "text": "x"}]},
    ("video", "extract_frames"): {"times": [0.0]},
    ("video", "extract_sound"): {"output_path": "out.wav"},
}
_BY_TYPE = {"integer": 1, "number": 0.5, "string": "A1", "array": [], "boolean": True}


class Reading(NamedTuple):
    """A tool, and the parameter that gets the hostile file."""

    tool: str
    parameter: str

    def arguments(self, server: str, file: str, good: str) -> dict[str, Any]:
        """Return arguments that are right but for the file."""
        schema = load(server).tools[self.tool].input_schema
        given: dict[str, Any] = {}
        for name, part in schema["properties"].items():
            if name == self.parameter or (name in FILE_PARAMETERS and name in schema.get("required", ())):
                path = file if name == self.parameter else _good_file(name, good)
                given[name] = [path] if part.get("type") == "array" else path
            elif name in schema.get("required", ()):
                given[name] = _argument(server, name, part)
        if self.tool == "diff":
            given.setdefault("path", "good.txt")
            given.setdefault("other_path", "good.txt")
        return given | BY_TOOL.get((server, self.tool), {})


def _good_file(name: str, kind: str) -> str:
    return f"good.{FILE_PARAMETERS[name] or kind}"


def _argument(server: str, name: str, schema: dict[str, Any]) -> Any:
    if name == "output_path":
        return OUTPUTS[server]
    if name in BY_NAME:
        return BY_NAME[name]
    return schema["enum"][0] if "enum" in schema else _BY_TYPE[schema["type"]]


def readings(server: str, kind: str) -> Iterator[Reading]:
    """Yield every parameter of every tool of a server that reads a file of this type."""
    for tool, described in load(server).tools.items():
        for name in described.input_schema["properties"]:
            written = name == "path" and (server, tool) in WRITE_ONLY
            if name in FILE_PARAMETERS and not written:
                kinds = (FILE_PARAMETERS[name],) if FILE_PARAMETERS[name] else KINDS[server]
                if kind in kinds:
                    yield Reading(tool, name)


KINDS = {
    "word": ("docx",),
    "slides": ("pptx",),
    "pdf": ("pdf",),
    "sheets": ("xlsx",),
    "archives": ("zip",),
    "render": ("pdf", "png"),
    "audio": ("wav",),
    "video": ("mp4",),
    "speech-recognition": ("wav",),
    "image-toolkit": ("png",),
    "text": ("txt",),
}
"""Servers with the types of the files that they read."""


def good_files(folder: Path) -> None:
    """Write a file of every type that each tool can read."""
    put_samples(("sample.docx", "sample.xlsx", "sample.mp4", "sample.pdf", "sample.png"), folder)
    for sample in folder.glob("sample.*"):
        sample.rename(folder / f"good{sample.suffix}")
    (folder / "good.txt").write_text("# A\n")
    (folder / "good.zip").write_bytes(archive({"A1": b"x"}))
    (folder / "good.wav").write_bytes(wave_file())
    from pptx import Presentation

    Presentation().save(str(folder / "good.pptx"))


def wave_file(
    declared: int | None = None, channels: int | None = None, rate: int = 8_000, stored: int = 1
) -> bytes:
    """One second of silence, with the length that it declares."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(stored)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(b"\0\0" * 8_000)
    data = bytearray(file.getvalue())
    if declared is not None:
        struct.pack_into("<I", data, data.index(b"data") + 4, declared)
    if channels is not None:
        struct.pack_into("<H", data, data.index(b"fmt ") + 10, channels)
    return bytes(data)


def replaced(package: bytes, member: str, data: bytes) -> bytes:
    """An office file with another member."""
    with zipfile.ZipFile(io.BytesIO(package)) as file:
        members = {name: file.read(name) for name in file.namelist()}
    return archive(members | {member: data})


def _with_part(kind: str, data: bytes) -> Callable[[Path], bytes]:
    return lambda folder: replaced((folder / f"good.{kind}").read_bytes(), MAIN_PARTS[kind], data)


def _with_spaces(kind: str, count: int) -> Callable[[Path], bytes]:
    """A part of spaces, which are made with the file: every process of the tests imports this module."""

    def made(folder: Path) -> bytes:
        return _with_part(kind, b" " * count)(folder)

    return made


def _half(kind: str) -> Callable[[Path], bytes]:
    def halved(folder: Path) -> bytes:
        data = (folder / f"good.{kind}").read_bytes()
        return data[: len(data) // 2]

    return halved


def _bomb(kind: str) -> Callable[[Path], bytes]:
    """A part that declares to be 2 GB."""
    part = MAIN_PARTS[kind]
    return lambda folder: _declaring(_with_part(kind, b"<x/>")(folder), part, 2**31)


def _declaring(package: bytes, member: str, size: int) -> bytes:
    """An archive whose directory declares another size for a member."""
    data = bytearray(package)
    struct.pack_into("<I", data, data.rindex(member.encode()) - 22, size)
    return bytes(data)


_PDF = (
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R]/Count 3>>endobj\n"
    "3 0 obj<</T(a)/Kids[3 0 R]/Parent 3 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
ANY: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda _: b"",
    "noise": lambda _: bytes(range(256)) * 8,
}
OFFICE = {
    kind: {
        "truncated": _half(kind),
        "another archive": lambda folder: (folder / "good.zip").read_bytes(),
        "bomb": _bomb(kind),
        "entities": _with_part(kind, LAUGHS),
        "entities in UTF-16": _with_part(kind, LAUGHS.decode().encode("utf-16")),
        "no XML": _with_part(kind, b"hello"),
    }
    for kind in MAIN_PARTS
}
HOSTILE: dict[str, dict[str, Callable[[Path], bytes]]] = {
    **OFFICE,
    "pdf": {"truncated": _half("pdf"), "endless pages": lambda _: _PDF.encode()},
    "png": {
        "truncated": _half("png"),
        "bomb": lambda _: png(60_000, 60_000, zlib.compress(bytes(1_000))),
        "few pixels": lambda _: png(100, 100, zlib.compress(bytes(1_000))),
    },
    "wav": {
        "truncated": lambda _: wave_file()[:40],
        "no channels": lambda _: wave_file(channels=0),
        "64 channels": lambda _: wave_file(stored=64),
    },
    "mp4": {"truncated": _half("mp4"), "a text": lambda _: b"hello"},
    "zip": {
        "truncated": _half("zip"),
        "bomb": lambda _: _declaring(archive({"A1": bytes(9)}), "A1", 2**31),
        "lying": lambda _: _declaring(archive({"A1": bytes(9_000_000)}), "A1", 10),
    },
    "txt": {"half a character": lambda _: b"\xff\xfe\0", "binary": lambda _: bytes(100)},
}
"""Files that no tool can read, by type."""
ODD: dict[str, dict[str, Callable[[Path], bytes]]] = {
    "wav": {
        "huge length": lambda _: wave_file(0xFFFFFF00),
        "many channels": lambda _: wave_file(channels=65_535),
        "huge rate": lambda _: wave_file(rate=2**31 - 1),
    },
    "pdf": {"endless forms": lambda folder: looping_pdf(folder).read_bytes()},
    "zip": {"bomb": lambda _: archive({"A1": bytes(300_000_000)})},
    **{kind: {"bomb": _with_spaces(kind, 300_000_000)} for kind in MAIN_PARTS},
}
"""Files that take time or memory; of some, a tool may make something."""
