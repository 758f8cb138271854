"""Texts and pictures of slides and documents have to be seen; however they look, right ones pass."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pptx
import pytest
from docx.shared import RGBColor as DocxColour
from pptx.dml.color import RGBColor
from pptx.util import Cm, Pt

from m3bench.checks import Check, DocxContent, SlidePictures, SlideTexts
from m3bench.rendering import office
from tests.checks.documents.outcomes import saved
from tests.checks.outcomes import evidence_of, scene

pytestmark = [pytest.mark.slow, pytest.mark.skipif(office() is None, reason="LibreOffice is not installed")]
WORDS = "Step 1: 4 eggs"
Change = Callable[[Any, Any], None]
TEXTS, PICTURES = SlideTexts("a.pptx", (WORDS,)), SlidePictures("a.pptx", 1, ("photo.png",))


def verdict(check: Check, folder: Path, data: bytes) -> Any:
    scene(1, 300, 200).save(folder / "photo.png")
    (folder / check.path).write_bytes(data)  # type: ignore[attr-defined]
    return check.evaluate(evidence_of(folder))


def deck(change: Change, mode: str = "RGB") -> bytes:
    """A slide with a picture and a line below it."""
    shown = pptx.Presentation()
    slide = shown.slides.add_slide(shown.slide_layouts[6])
    picture = io.BytesIO()
    scene(1, 300, 200).convert(mode).save(picture, "PNG")
    slide.shapes.add_picture(picture, Cm(2), Cm(2), Cm(12), Cm(8))
    box = slide.shapes.add_textbox(Cm(2), Cm(12), Cm(12), Cm(2))
    box.text_frame.text = WORDS
    change(slide, box)
    return saved(shown, "save")


def painted(rgb: str) -> Change:
    def change(_: Any, box: Any) -> None:
        box.text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor.from_string(rgb)

    return change


def on_ground(rgb: str) -> Change:
    def change(slide: Any, box: Any) -> None:
        slide.background.fill.solid()
        slide.background.fill.fore_color.rgb = RGBColor(0x10, 0x20, 0x40)
        painted(rgb)(slide, box)

    return change


def covered(left: float, top: float) -> Change:
    def change(slide: Any, _: Any) -> None:
        sheet = slide.shapes.add_shape(1, Cm(left), Cm(top), Cm(4), Cm(2))
        sheet.fill.solid()
        sheet.fill.fore_color.rgb = RGBColor(0, 0, 0)

    return change


def sized(points: int) -> Change:
    def change(_: Any, box: Any) -> None:
        box.text_frame.paragraphs[0].runs[0].font.size = Pt(points)

    return change


def moved(left: float) -> Change:
    def change(_: Any, box: Any) -> None:
        box.left = Cm(left)

    return change


@pytest.mark.parametrize(
    "change", [painted("C00000"), on_ground("FFE080"), sized(9), moved(8), covered(16, 12)]
)
def test_right_slides_may_look_as_they_like(change: Change, tmp_path: Path) -> None:
    for check in (TEXTS, PICTURES):
        found = verdict(check, tmp_path, deck(change))
        assert found.passed, found.reason


@pytest.mark.parametrize(
    "change", [painted("FFFFFF"), painted("E8E8E8"), on_ground("102848"), sized(3), moved(40), covered(2, 12)]
)
def test_texts_that_nobody_can_read_fail(change: Change, tmp_path: Path) -> None:
    found = verdict(TEXTS, tmp_path, deck(change))
    assert not found.passed
    assert "cannot be read" in found.reason


def test_a_contradicting_line_fails(tmp_path: Path) -> None:
    def change(slide: Any, _: Any) -> None:
        slide.shapes.add_textbox(Cm(2), Cm(15), Cm(12), Cm(2)).text_frame.text = "Step 1: 5 eggs"

    assert "contradicts" in verdict(TEXTS, tmp_path, deck(change)).reason


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_covered_picture_fails(mode: str, tmp_path: Path) -> None:
    assert verdict(PICTURES, tmp_path, deck(covered(16, 12), mode)).passed
    found = verdict(PICTURES, tmp_path, deck(covered(5, 5), mode))
    assert not found.passed
    assert "covered" in found.reason


@pytest.mark.parametrize(("rgb", "passed"), [("204080", True), ("FAFAFA", False)])
def test_letters_of_documents(rgb: str, passed: bool, tmp_path: Path) -> None:
    document = docx.Document()
    run = document.add_paragraph(WORDS).runs[0]
    run.font.color.rgb = DocxColour.from_string(rgb)
    check = DocxContent("a.docx", paragraphs=(WORDS,))
    assert verdict(check, tmp_path, saved(document, "save")).passed is passed
