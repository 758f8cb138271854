"""Every reader, tool and check of each kind of file, found by registries, with whole files to damage."""

from __future__ import annotations

import io
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from PIL import Image

from m3bench.apps.viewer.rendering import render_file
from m3bench.apps.viewer.values import BytesCache
from m3bench.checks import Evidence, Verdict
from m3bench.checks.files.workspaces import glob_pattern
from m3bench.core import M3BenchError
from m3bench.formats.io.archive import log_text
from m3bench.media import BrokenMedia, Sound, read_sound, write_sound
from m3bench.media.film import Film, write_film
from m3bench.rendering import render
from m3bench.reports.page.pictures import thumbnail
from m3bench.servers import Files, ToolFailure, load
from m3bench.submissions.unpacking import unpack
from m3bench.suites.pictures import blank_picture
from m3bench.workers import DocumentError, form_values, office_text, page_texts, render_pages, text_places
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.attacks import file_bombs
from tests.attacks.file_mutation import packed
from tests.checks.outcomes import PASSING, filled_workspace
from tests.servers.tobench.hostile_files import KINDS as SERVERS
from tests.servers.tobench.hostile_files import good_files, readings

REFUSALS = (M3BenchError, ToolFailure, DocumentError, BrokenMedia)
"""How readers refuse a file."""
_WORLD = World()
_SUITE_SERVERS = ("dinox-mcp", "healthcare-mcp", "imagesorcery-mcp", "ocr", "pyzbar-mcp")
_CHROMIUM = ("web_layout",)
"""Checks that take seconds for each file, in a process of their own."""


class Reader(NamedTuple):
    """Reads a damaged file; returns None where it refuses."""

    name: str
    read: Callable[[bytes], object]


class Place(NamedTuple):
    """Workspaces in which readers find the damaged file."""

    evidence: Evidence
    """Of checks, all passed."""
    tools: Path
    """Of tools."""


def make_place(folder: Path) -> Place:
    """Fill workspaces in a folder."""
    tools = folder / "tools"
    tools.mkdir()
    good_files(tools)
    Image.new("RGB", (20, 20), "white").save(tools / "own.png")
    return Place(filled_workspace(folder / "checks"), tools)


class Kind(NamedTuple):
    """A kind of file."""

    suffixes: tuple[str, ...]
    """Of the files in the workspaces that are replaced by the damaged one; the first is that of tools."""
    seeds: Callable[[Path], Sequence[bytes]]
    """Returns whole files from a filled workspace."""
    bombs: Callable[[Sequence[bytes]], Sequence[bytes]]
    """Returns files that were made to do harm, from the seeds."""
    read: Callable[[str, bytes], Iterator[Callable[[], object]]]
    """Yields the work of each reader that is neither a tool nor a check."""
    tools: tuple[tuple[str, str, dict[str, Any]], ...] = ()
    """Further tools with arguments; `{file}` is the damaged file."""


def readers(kind: Kind, place: Place) -> list[Reader]:
    """Return all readers of a kind of file."""
    return [*_plain_readers(kind), *_tools(kind, place.tools), *_checks(kind, place.evidence)]


def _plain_readers(kind: Kind) -> Iterator[Reader]:
    name = f"hostile{kind.suffixes[0]}"
    for number, _ in enumerate(kind.read(name, b"")):
        yield Reader(
            f"reader {number}",
            lambda data, number=number: list(kind.read(name, data))[number](),  # type: ignore[misc]
        )


def _tools(kind: Kind, workspace: Path) -> Iterator[Reader]:
    file = f"hostile{kind.suffixes[0]}"
    for server, tool, arguments in _calls(kind, file):
        yield Reader(f"{server}/{tool}", partial(_call, workspace, file, server, tool, arguments))


def _calls(kind: Kind, file: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every tool that reads files of a kind, with arguments."""
    suffix = kind.suffixes[0][1:]
    for server in SERVERS:
        for reading in readings(server, suffix):
            yield server, reading.tool, reading.arguments(server, file, SERVERS[server][0])
    for server, tool, arguments in kind.tools:
        yield server, tool, {name: file if value == "{file}" else value for name, value in arguments.items()}
    for tool in ("info", "hash", "read_text"):
        yield "files", tool, {"path": file}
    if suffix == "png":
        from tests.attacks.test_escaping_paths import arguments_of, own_arguments  # loads all servers

        for argument in own_arguments():
            name, _, parameter = argument.partition(":")
            server, _, tool = name.partition("/")
            if server in _SUITE_SERVERS and not parameter.startswith("output"):
                yield server, tool, arguments_of(name, parameter, file)


def _call(
    workspace: Path, file: str, server: str, tool: str, arguments: dict[str, Any], data: bytes
) -> object:
    (workspace / file).write_bytes(data)
    before = set(workspace.rglob("*"))
    try:
        return load(server).call(ToolContext(_WORLD, Files(workspace)), tool, arguments)
    except ToolFailure as refusal:
        if refusal.outcome == "server_fault":
            raise AssertionError(f"a fault of the server: {refusal}") from None
        if left := set(workspace.rglob("*")) - before:
            raise AssertionError(f"a refused call left {left}") from None
        raise


def _checks(kind: Kind, evidence: Evidence) -> Iterator[Reader]:
    made = [path for path in evidence.workspace.rglob("*") if path.suffix in kind.suffixes and path.is_file()]
    for number, check in enumerate(PASSING):
        texts = set(_texts(msgspec.to_builtins(check)))
        read = [
            path for path in made if any(_names(text, path.relative_to(evidence.workspace)) for text in texts)
        ]
        changed = [path for path in read if str(path.relative_to(evidence.workspace)) not in evidence.before]
        if changed and check.kind == "workspace" and check.name() not in _CHROMIUM:
            yield Reader(f"check {check.name()} {number}", partial(_judge, check.evaluate, evidence, changed))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def _names(text: str, path: Path) -> bool:
    try:
        return glob_pattern(text).fullmatch(str(path))
    except ValueError:
        return False


def _judge(
    judge: Callable[[Evidence], Verdict], evidence: Evidence, paths: list[Path], data: bytes
) -> object:
    whole = {path: path.read_bytes() for path in paths}
    try:
        for path in paths:
            path.write_bytes(data)
        verdict = judge(evidence)
    finally:
        for path, before in whole.items():
            path.write_bytes(before)
    if verdict.undecided and "not installed" not in verdict.reason:
        raise AssertionError(f"undecided: {verdict.reason}")
    assert len(verdict.reason) < 5_000, len(verdict.reason)
    return verdict if verdict.passed else None


def _sound_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: read_sound(data)
    yield lambda: render_file(data, name, BytesCache())


def _film_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: [frame.seconds for frame in Film(data).frames()]
    yield lambda: Film(data).sound
    yield lambda: read_sound(data)
    yield lambda: render_file(data, name, BytesCache())


def _pdf_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: page_texts(data, most_pages=5, most_characters=10_000)
    yield lambda: render_pages(data, None, most=3, dots_per_point=1, longest_side=400)
    yield lambda: form_values(data)
    yield lambda: text_places(data)
    yield lambda: render_file(data, name, BytesCache())


def _picture_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: render(data, name, most=1)
    yield lambda: thumbnail(data)
    yield lambda: blank_picture(name, data)
    yield lambda: render_file(data, name, BytesCache())


def _office_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: office_text(data, Path(name).suffix, most_characters=100_000)
    yield lambda: render_file(data, name, BytesCache())


def _drawing_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: render_file(data, name, BytesCache())


def _archive_work(name: str, data: bytes) -> Iterator[Callable[[], object]]:
    yield lambda: log_text(data, name)
    yield lambda: _unpacked(name, data)
    yield lambda: render_file(data, name, BytesCache())


def _unpacked(name: str, data: bytes) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        return unpack(path, Path(folder, "files"))


def _sounds(workspace: Path) -> list[bytes]:
    waves = (np.sin(np.arange(2_400) / 5)[:, None] * 0.5).astype(np.float32)
    short = [write_sound(Sound(waves, 8_000), suffix) for suffix in (".wav", ".flac", ".mp3", ".ogg", ".m4a")]
    stereo = write_sound(Sound(np.repeat(waves, 2, axis=1), 8_000), ".flac")
    return [*short, stereo, (workspace / "data/sounds/made.wav").read_bytes()]


def _films(workspace: Path) -> list[bytes]:
    pixels = np.random.default_rng(1).integers(0, 255, (4, 32, 48, 3), dtype=np.uint8)
    waves = (np.sin(np.arange(6_400) / 5)[:, None] * 0.5).astype(np.float32)
    gif = io.BytesIO()
    pictures = [Image.fromarray(pixel) for pixel in pixels]
    pictures[0].save(gif, "GIF", save_all=True, append_images=pictures[1:], duration=200)
    short = write_film([pixels[number % 4] for number in range(8)], 5, Sound(waves, 8_000))
    return [
        short,
        write_film(list(pixels), 5),
        webm(pixels),
        gif.getvalue(),
        (workspace / "data/silent.mp4").read_bytes(),
    ]


def webm(pixels: Any) -> bytes:
    """Return a short film in Matroska."""
    import av

    written = io.BytesIO()
    with av.open(written, "w", format="matroska") as container:
        stream = container.add_stream("mpeg4", rate=5)
        stream.width, stream.height, stream.pix_fmt = pixels.shape[2], pixels.shape[1], "yuv420p"
        for frame in pixels:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(stream.encode(None))
    return written.getvalue()


def _pdfs(workspace: Path) -> list[bytes]:
    names = ("report.pdf", "parts.pdf", "signed.pdf", "form.pdf")
    return [(workspace / "data/office" / name).read_bytes() for name in names]


def _pictures(workspace: Path) -> list[bytes]:
    drawing = Image.open(workspace / "photo.png").resize((40, 28)).convert("RGB")
    written = []
    for kind in ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"):
        file = io.BytesIO()
        drawing.save(file, kind)
        written.append(file.getvalue())
    for mode, kind in (
        ("P", "PNG"),
        ("RGBA", "WEBP"),
        ("I;16", "PNG"),
        ("1", "TIFF"),
        ("CMYK", "JPEG"),
        ("F", "TIFF"),
    ):
        file = io.BytesIO()
        drawing.convert("L").convert(mode if mode != "I;16" else "I").convert(mode).save(file, kind)
        written.append(file.getvalue())
    return written


def _archives(_: Path) -> list[bytes]:
    files = [
        ("A1", b"crisp\n"),
        ("sorts/b.csv", b"a,b\n1,2\n"),
        ("header.json", b'{"version":2,"eval":{"task":"t"}}'),
    ]
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for name, content in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    import bz2
    import gzip
    import lzma

    tar = plain.getvalue()
    return [
        packed(files),
        packed(files, 0),
        tar,
        gzip.compress(tar, mtime=0),
        bz2.compress(tar),
        lzma.compress(tar),
    ]


def _documents(*names: str) -> Callable[[Path], list[bytes]]:
    return lambda workspace: [(workspace / name).read_bytes() for name in names]


def _office_bombs(seeds: Sequence[bytes]) -> list[bytes]:
    return file_bombs.office_bombs(seeds[0])


KINDS: dict[str, Kind] = {
    "sound": Kind((".wav", ".ogg"), _sounds, lambda _: file_bombs.sound_bombs(), _sound_work),
    "film": Kind((".mp4",), _films, lambda _: (), _film_work),
    "pdf": Kind((".pdf",), _pdfs, lambda _: file_bombs.pdf_bombs(), _pdf_work, (
        ("ocr", "perform_pdf_ocr", {"input_data": "{file}"}),
    )),
    "picture": Kind((".png", ".bmp", ".webp", ".pic"), _pictures, lambda _: file_bombs.picture_bombs(),
        _picture_work),
    "drawing": Kind((".svg",), lambda workspace: [(workspace / "data/charts/apples.svg").read_bytes()],
        lambda _: file_bombs.svg_bombs(), _drawing_work, (
        ("charts", "describe_chart", {"path": "{file}"}),
        ("charts", "restyle_chart", {"path": "{file}", "output_path": "out.svg", "title": "x"}),
        ("render", "render_chart", {"path": "{file}"}),
    )),
    "word": Kind((".docx",), _documents("data/office/letter.docx"), _office_bombs, _office_work),
    "sheets": Kind((".xlsx",), _documents("prices.xlsx"), _office_bombs, _office_work, (
        ("charts", "preview_table", {"data_path": "{file}"}),
    )),
    "slides": Kind((".pptx",), _documents("deck.pptx", "data/office/deck.pptx"), _office_bombs, _office_work),
    "archive": Kind((".zip",), _archives, lambda _: file_bombs.archive_bombs(), _archive_work),
}  # fmt: skip
"""All kinds of files that agents and strangers write."""
