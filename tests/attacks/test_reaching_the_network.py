"""Pages, documents and media that try to reach a port of this machine, or to show its files."""

from __future__ import annotations

import functools
import io
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from m3bench.confinement import (
    behind_filters,
    in_bubblewrap,
    network_filter_problem,
    programs,
    sandbox_problem,
)
from m3bench.rendering import (
    draw_pages,
    html_picture,
    libreoffice,
    office,
    to_pdf,
)
from m3bench.rendering.chromium import find_chromium, launch, options, process
from m3bench.rendering.chromium.page import Page
from m3bench.rendering.programs import run_program
from m3bench.workers import JobFailed, run_limited
from tests.attacks.listening import Listener
from tests.attacks.reaching_documents import reaching_documents
from tests.attacks.reaching_pages import FILES, PAGES, page

NEEDS_CHROMIUM = pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed")
NEEDS_OFFICE = pytest.mark.skipif(office() is None, reason="LibreOffice is not installed")
SECRET = (255, 0, 200)


def confine(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave one way to confine programs: the others are not there."""
    if way == "bubblewrap":
        if sandbox_problem() is not None:
            pytest.skip(str(sandbox_problem()))
        return
    if way == "filters" and network_filter_problem() is not None:
        pytest.skip(str(network_filter_problem()))
    for module in (launch, programs):
        monkeypatch.setattr(module, "sandbox_problem", lambda: "bubblewrap is not installed.")
    if os.geteuid() == 0:
        monkeypatch.setenv(launch.NO_SANDBOX, "1")
    if way == "options":
        for name in ("behind_filters", "without_network"):
            monkeypatch.setattr(launch, name, lambda command, *_: list(command))


def show(html: bytes) -> Image.Image:
    shown = html_picture("a.html", lambda name: html if name == "a.html" else None, width=300)
    return Image.open(io.BytesIO(shown.data)).convert("RGB")


@NEEDS_CHROMIUM
@pytest.mark.parametrize(
    ("name", "way"),
    [(name, "bubblewrap") for name in PAGES]
    + [(name, way) for way in ("filters", "options") for name in ("parts", "scripts", "calls")],
)
def test_pages(name: str, way: str, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reach a port from a page."""
    confine(way, monkeypatch)
    show(page(name, listener.port))
    assert listener.arrived == []


@NEEDS_CHROMIUM
@pytest.mark.parametrize("name", ["parts", "scripts", "calls"])
def test_pages_without_confinement(name: str, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody confines the browser: the same pages are heard."""
    confine("options", monkeypatch)
    monkeypatch.setenv(launch.NO_SANDBOX, "1")
    monkeypatch.setattr(process, "OPTIONS", options._LOOK)
    monkeypatch.setattr(Page, "_respond", functools.partialmethod(continue_request, Page._respond))
    show(page(name, listener.port))
    assert listener.arrived


def continue_request(opened: Any, respond: Any, event: dict[str, Any], deadline: float) -> None:
    if "127.0.0.1" in event["request"]["url"]:
        opened._tell("Fetch.continueRequest", deadline, requestId=event["requestId"])
    else:
        respond(opened, event, deadline)


@NEEDS_CHROMIUM
@pytest.mark.parametrize("way", ["bubblewrap", "filters"])
def test_files_in_pages(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a file of the machine on a page."""
    confine(way, monkeypatch)
    picture = secret_picture(tmp_path)
    shown = show(f"<!doctype html>{FILES.replace('FILE', picture.as_uri())}".encode())
    assert SECRET not in colours(shown)
    embedded = show(f"<!doctype html><p style='background:rgb{SECRET}'>here".encode())
    assert SECRET in colours(embedded), "it would be seen"


@NEEDS_OFFICE
@pytest.mark.parametrize(
    ("name", "way"),
    [(name, "bubblewrap") for name in reaching_documents("")]
    + [(name, "filters") for name in ("letter.docx", "slides.odp")],
)
def test_documents(
    name: str, way: str, listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reach a port, or show a file of the machine, from an office document."""
    confine(way, monkeypatch)
    document = reaching_document(name, listener, secret_picture(tmp_path))
    pdf = to_pdf(document, name)
    assert listener.arrived == []
    drawn = draw_pages(pdf, name, [1], dots_per_point=1, longest_side=800).pictures[1]
    assert SECRET not in colours(Image.open(io.BytesIO(drawn)).convert("RGB"))


@NEEDS_OFFICE
def test_documents_without_confinement(
    listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody confines LibreOffice: the same slides are heard, and show the file."""
    monkeypatch.setattr(libreoffice, "confined", lambda command, *_: list(command))
    document = reaching_document("slides.odp", listener, secret_picture(tmp_path))
    pdf = to_pdf(document, "slides.odp")
    assert listener.arrived
    drawn = draw_pages(pdf, "a", [1], dots_per_point=1, longest_side=800).pictures[1]
    assert SECRET in colours(Image.open(io.BytesIO(drawn)).convert("RGB"))


def reaching_document(name: str, listener: Listener, picture: Path) -> bytes:
    return reaching_documents(f"http://127.0.0.1:{listener.port}/", picture.as_uri())[name]


def secret_picture(folder: Path) -> Path:
    path = folder / "secret.png"
    Image.new("RGB", (50, 50), SECRET).save(path)
    return path


def colours(image: Image.Image) -> set[Any]:
    return {colour for _, colour in image.getcolors(image.width * image.height) or ()}


TAKEN_OVER = """
import socket, sys
from pathlib import Path
port, secret = int(sys.argv[1]), Path(sys.argv[2])
for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            opened = socket.socket(family, kind)
            opened.settimeout(2)
            opened.connect((host, port))
            opened.send(b"hello")
        except OSError:
            pass
try:
    print(secret.read_text())
except OSError:
    print("hidden")
"""


@pytest.mark.parametrize("way", ["bubblewrap", "filters"])
def test_programs(way: str, listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take over a program, and connect and read by every means."""
    confine(way, monkeypatch)
    folder, secret = tmp_path / "folder", tmp_path / "secret.txt"
    folder.mkdir()
    secret.write_text("SECRET")
    python = str(Path(sys.executable).resolve())
    command = [python, "-I", "-S", "-c", TAKEN_OVER, str(listener.port), str(secret)]
    wrap = in_bubblewrap if way == "bubblewrap" else behind_filters
    said = run_program(wrap(command, folder.resolve(), [sys.base_prefix]), folder)
    assert said is not None
    assert (said.output.split(), listener.arrived) == (["hidden"], [])
    said = run_program(command, folder)
    assert said is not None
    assert said.output.split() == ["SECRET"], "it would be read"
    assert {line[:3] for line in listener.arrived} == {"TCP", "UDP"}, "it would be heard"


@pytest.mark.skipif(network_filter_problem() is not None, reason=str(network_filter_problem()))
@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX])
def test_workers(family: int, kind: int, listener: Listener) -> None:
    """Take over a worker, and open a socket."""
    with pytest.raises(JobFailed, match="PermissionError"):
        run_limited("builtins:eval", f"__import__('socket').socket({family}, {kind})".encode(), seconds=20)
    assert run_limited("builtins:eval", b"b'works'", seconds=20) == b"works"
