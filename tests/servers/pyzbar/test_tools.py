"""Codes that were written are read, wherever and however they lie."""

from __future__ import annotations

import math
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from m3bench_world.servers.pyzbar import server
from tests.servers.asking import InProcess

SERVER = "pyzbar-mcp"
ISBN = "9780306406157"
CODES = [
    ("EAN13", "EAN13", ISBN),
    ("Code128", "CODE128", "M3-BENCH-42"),
    ("QRCode", "QRCODE", "https://example.org/?a=1"),
]
OTHERS = [
    ("EAN8", "EAN8", "96385074"),
    ("Code39", "CODE39", "SHELF 7"),
    ("Code93", "CODE93", "CODE93"),
    ("ITF", "I25", "12345678901231"),
    ("DataMatrix", "DATAMATRIX", "lot 39A"),
    ("Aztec", "AZTEC", "boarding pass"),
    ("PDF417", "PDF417", "driving licence"),
]
Spot = tuple[int, int]


def code(kind: str, text: str, scale: int = 2, angle: float = 0) -> Image.Image:
    """A code as printed on white paper, turned."""
    zxing: Any = import_module("zxingcpp")
    made = zxing.create_barcode(text, getattr(zxing.BarcodeFormat, kind))
    image = Image.fromarray(np.array(made.to_image(scale=scale, add_quiet_zones=True))).convert("L")
    return image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)


def page(*codes: tuple[Image.Image, Spot], size: tuple[int, int] = (400, 360)) -> Image.Image:
    """Codes with their middles at the spots."""
    sheet = Image.new("L", size, 235)
    for image, (x, y) in codes:
        sheet.paste(image, (x - image.width // 2, y - image.height // 2))
    return sheet


@pytest.fixture
def ask(tmp_path: Path) -> InProcess:
    return InProcess(SERVER, tmp_path)


def found(ask: InProcess, image: Image.Image, name: str = "page.png") -> list[dict[str, Any]]:
    image.save(ask.workspace / name)
    heard = ask("scan_barcode", image_paths=name)
    assert heard.sources == {"pixels": "derived"}
    (result,) = heard.data["results"]
    assert heard.data["total"] == result["count"] == len(result["codes"])
    assert (result["width"], result["height"]) == image.size
    codes: list[dict[str, Any]] = result["codes"]
    return codes


def test_every_tool_is_tested() -> None:
    assert set(server.tools) == {"scan_barcode"}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "text"), CODES + OTHERS)
def test_every_kind_is_read_with_its_place(ask: InProcess, kind: str, name: str, text: str) -> None:
    (read,) = found(ask, page((code(kind, text), (200, 180))))
    assert (read["type"], read["data"]) == (name, text)
    rect = read["rect"]
    assert math.dist((rect["left"] + rect["width"] / 2, rect["top"] + rect["height"] / 2), (200, 180)) < 30
    xs, ys = zip(*read["polygon"], strict=True)
    assert (min(xs), min(ys)) == (rect["left"], rect["top"])
    assert (max(xs), max(ys)) == (rect["left"] + rect["width"], rect["top"] + rect["height"])


@pytest.mark.parametrize(("kind", "name", "text"), CODES)
@pytest.mark.parametrize(
    "angle", [23, 90, *(pytest.param(angle, marks=pytest.mark.slow) for angle in (0, 45, 112, 171, 247, 338))]
)
def test_codes_are_read_at_any_angle(ask: InProcess, kind: str, name: str, text: str, angle: int) -> None:
    (read,) = found(ask, page((code(kind, text, angle=angle), (200, 180))))
    assert (read["type"], read["data"]) == (name, text)
    middle = np.mean(read["polygon"], axis=0)
    assert math.dist(middle.tolist(), (200, 180)) < 40


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "text"), CODES)
def test_small_codes_on_a_large_page_are_read(ask: InProcess, kind: str, name: str, text: str) -> None:
    (read,) = found(ask, page((code(kind, text, scale=1), (933, 677)), size=(1_500, 1_000)))
    assert (read["type"], read["data"]) == (name, text)


@pytest.mark.slow
def test_several_codes_are_told_once_each_from_the_top(ask: InProcess) -> None:
    turns = random.Random(7)
    written: list[tuple[str, str, str, Spot]] = []
    sheet = []
    for row in range(3):
        for column, (kind, name, _) in enumerate(CODES):
            text = {"EAN13": ean(f"97803064{row:04d}")}.get(name, f"{name}-{row}")
            spot = (230 + column * 450, 200 + row * 330)
            written.append((kind, name, text, spot))
            sheet.append((code(kind, text, angle=turns.uniform(0, 360)), spot))
    codes = found(ask, page(*sheet, size=(1_360, 1_060)))
    assert sorted((read["type"], read["data"]) for read in codes) == sorted(
        (name, text) for _, name, text, _ in written
    )
    places = {text: spot for _, _, text, spot in written}
    for read in codes:
        assert math.dist(np.mean(read["polygon"], axis=0).tolist(), places[read["data"]]) < 40
    rows = [round((places[read["data"]][1] - 200) / 330) for read in codes]
    assert rows == sorted(rows)


def ean(digits: str) -> str:
    total = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def test_the_same_code_twice_is_two_codes(ask: InProcess) -> None:
    codes = found(ask, page((code("EAN13", ISBN), (120, 90)), (code("EAN13", ISBN), (270, 290))))
    assert [read["data"] for read in codes] == [ISBN, ISBN]
    assert codes[0]["rect"]["top"] < codes[1]["rect"]["top"]


def test_light_codes_on_dark_paper_and_transparent_pictures_are_read(ask: InProcess) -> None:
    dark = page((code("QRCode", "night"), (200, 180))).point(lambda value: 255 - value)
    assert [read["data"] for read in found(ask, dark)] == ["night"]
    clear = Image.new("RGBA", (400, 360), (0, 0, 0, 0))
    ink = code("EAN13", ISBN).point(lambda value: 255 - value)
    clear.paste((0, 0, 0, 255), (100, 100), ink)
    assert [read["data"] for read in found(ask, clear)] == [ISBN]


def test_blur_noise_and_jpeg_are_borne(ask: InProcess) -> None:
    clean = np.asarray(page((code("EAN13", ISBN, 3), (200, 100)), (code("QRCode", "noise", 4), (200, 270))))
    noisy = clean + np.random.default_rng(3).normal(0, 18, clean.shape)
    image = Image.fromarray(noisy.clip(0, 255).astype(np.uint8))
    assert [read["data"] for read in found(ask, image, "page.jpg")] == [ISBN, "noise"]


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_seen_in_noise_and_stripes(ask: InProcess, seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (200, 260), dtype=np.uint8)
    stripes = np.repeat(np.repeat(noise[:1, :90], 200, axis=0), 3, axis=1)
    for pixels in (noise, stripes, np.full((50, 50), 255, dtype=np.uint8), np.zeros((1, 1), dtype=np.uint8)):
        assert found(ask, Image.fromarray(pixels)) == []


def test_several_files_each_get_their_answer(ask: InProcess) -> None:
    page((code("QRCode", "first"), (200, 200))).save(ask.workspace / "one.png")
    page().save(ask.workspace / "empty.webp")
    (ask.workspace / "broken.png").write_bytes(b"no picture")
    data = ask(
        "scan_barcode", image_paths=["one.png", "./empty.webp", "broken.png", "two.png", "../x.png"]
    ).data
    one, empty, broken, absent, outside = data["results"]
    assert data["total"] == 1
    assert one["codes"][0]["data"] == "first"
    assert (empty["count"], "no barcode" in empty["message"]) == (0, True)
    assert "not a picture" in broken["error"]
    assert "one.png" in absent["error"]
    assert "outside" in outside["error"]


@pytest.mark.parametrize("paths", ["gone.png", ["gone.png"], [], ["x.png"] * 21, "", "/etc/passwd"])
def test_what_cannot_be_read_at_all_is_an_error(ask: InProcess, paths: list[str] | str) -> None:
    heard = ask("scan_barcode", image_paths=paths)
    assert heard.is_error
    assert "Not found" in heard.text or "image_paths" in heard.text


@pytest.mark.slow
@settings(max_examples=5)
@given(
    st.text(
        st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["Cs"]),
        min_size=1,
        max_size=60,
    )
)
def test_any_text_in_a_qr_code_is_read_back(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    workspace = tmp_path_factory.getbasetemp() / "codes"
    workspace.mkdir(exist_ok=True)
    codes = found(InProcess(SERVER, workspace), page((code("QRCode", text, 3), (200, 180))))
    assert [read["data"] for read in codes] == [text]
