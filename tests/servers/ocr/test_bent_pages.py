"""Pages that are turned, in perspective, curved, folded or faint are read; mirrored ones are not."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageChops

from m3bench_world.servers.ocr.engine import parse_options, read_picture
from m3bench_world.servers.ocr.languages import Alphabet
from tests.servers.ocr.bending import curved, folded, in_perspective, turned
from tests.servers.ocr.drawn import Sheet

SENTENCES = (
    "The quick brown fox jumps over the lazy dog near the river",
    "Letter 2026-0417 of Amber and Daughters, payable in 30 days",
    "Twelve boxes of green tea at 4.99 each, delivered on Monday",
)


def page(sentences: tuple[str, ...] = SENTENCES) -> Sheet:
    sheet = Sheet(860, 120 + 90 * len(sentences))
    for row, sentence in enumerate(sentences):
        sheet.write(sentence, 120, 60 + 90 * row, 20)
    return sheet


def read(image: Image.Image) -> str:
    return read_picture(image, Alphabet(), parse_options("--psm 6")).text


def share_read(image: Image.Image, sheet: Sheet) -> float:
    words = read(image).split()
    return sum(word in words for word in sheet.words) / len(sheet.words)


@pytest.mark.parametrize("bend", [curved, folded])
def test_bent_lines_are_read(bend: object) -> None:
    sheet = page(SENTENCES[:1])
    assert callable(bend)
    bent = bend(sheet.image, 70)
    assert share_read(bent, sheet) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("bend", [curved, folded])
@pytest.mark.parametrize("height", [25, 50, 80])
def test_bent_pages_are_read(bend: object, height: int) -> None:
    sheet = page()
    assert callable(bend)
    assert share_read(bend(sheet.image, height), sheet) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("degrees", [0, 17, 45, 133, 180, 251])
def test_pages_in_perspective_are_read_at_any_angle(degrees: int) -> None:
    sheet = page()
    seen = in_perspective(sheet.image, [(20, 20), (820, 110), (820, 290), (20, 380)], (860, 420))
    assert share_read(turned(seen, degrees), sheet) >= 0.9


@pytest.mark.parametrize("degrees", [90, 270])
def test_short_words_follow_their_page(degrees: int) -> None:
    sheet = Sheet(320, 260).write("Prices of today", 20, 20).write("Jam 11", 20, 90).write("Oil 69", 20, 160)
    assert read(turned(sheet.image, degrees)).split() == sheet.words


def test_an_upside_down_page_decides_for_words_that_read_both_ways() -> None:
    sheet = Sheet(420, 200).write("Tickets for the ferry", 20, 20).write("SOS 66", 20, 110)
    assert read(turned(sheet.image, 180)).splitlines() == ["Tickets for the ferry", "SOS 66"]


def test_mirrored_text_is_ignored() -> None:
    sheet = page(SENTENCES[:2])
    assert share_read(sheet.image, sheet) == 1
    assert read(sheet.image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)) == ""


def test_faint_text_is_read_and_faint_paper_has_none() -> None:
    paper, ink = "rgb(120,120,120)", "rgb(128,128,128)"
    sheet = Sheet(420, 110, paper).write("Departure 14:35", 20, 15, 26, ink)
    assert read(sheet.image) == "Departure 14:35"
    grain = np.random.default_rng(5).integers(118, 123, (110, 420), dtype=np.uint8)
    assert read(Image.fromarray(grain).convert("RGB")) == ""
    assert read(Image.new("RGB", (420, 110), paper)) == ""


def test_pictures_without_text_give_none_however_they_are_bent() -> None:
    stripes = Image.new("RGB", (400, 300), "white")
    for left in range(40, 360, 60):
        stripes.paste("navy", (left, 40, left + 30, 260))
    for image in (stripes, curved(stripes, 40), turned(stripes, 33), ImageChops.invert(stripes)):
        assert not any(len(line) > 3 for line in read(image).splitlines())
