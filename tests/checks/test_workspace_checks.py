"""Spreadsheets, slides and pictures, beyond what is spoiled for them."""

from __future__ import annotations

import hashlib
import io
import time
from pathlib import Path
from typing import Any, Literal

import openpyxl
import pptx
import pytest
from PIL import Image, ImageEnhance, ImageOps
from pptx.util import Inches

from m3bench.checks import PictureChangedOnly, PictureCrop, SheetCells, SlideLayout, SlidePictures, SlideTexts
from m3bench.checks.pictures.pictures import Box
from tests.checks.outcomes import evidence_of, scene


def saved_book(path: Path, cells: dict[str, Any]) -> None:
    book = openpyxl.Workbook()
    for cell, value in cells.items():
        book.active[cell] = value
    book.save(path)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=A1+A2*2", 8), ("=SUM(A1:A3)/COUNT(A1:A3)", 2.5), ("=(A1-A2)^2", 1), ("=-A1%", -0.02),
        ("=ROUND(AVERAGE($A$1:A2, 10), 1)", 5), ("=MAX(A1,MIN(A2;9))", 3),
        ("=PRODUCT(A1:A2)", 6), ("=B2*2", 10),
    ],
)  # fmt: skip
def test_simple_formulas_are_worked_out(formula: str, expected: float, tmp_path: Path) -> None:
    saved_book(tmp_path / "a.xlsx", {"A1": 2, "A2": 3, "A3": "text", "B1": formula, "B2": "=A1+A2"})
    verdict = SheetCells("a.xlsx", cells={"B1": expected}).evaluate(evidence_of(tmp_path))
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(
    "formula", ["=VLOOKUP(A1,A1:A2,1)", "=1/0", "=B1", "=B1+1", "=(", "=A1+", '="x"', "=A3*2"]
)
def test_other_formulas_are_not_known(formula: str, tmp_path: Path) -> None:
    saved_book(tmp_path / "a.xlsx", {"A1": 2, "A3": "text", "B1": formula})
    verdict = SheetCells("a.xlsx", cells={"B1": 1}).evaluate(evidence_of(tmp_path))
    assert "B1 is empty, expected 1" in verdict.reason


def test_formulas_that_grow_without_end_are_given_up(tmp_path: Path) -> None:
    doubling = {f"A{row}": f"=A{row - 1}+A{row - 1}+SUM(A1:A{row - 1})" for row in range(2, 400)}
    saved_book(tmp_path / "a.xlsx", {"A1": 1, **doubling})
    began = time.process_time()
    assert not SheetCells("a.xlsx", cells={"A399": 1}).evaluate(evidence_of(tmp_path)).passed
    assert time.process_time() - began < 15


def test_tables_of_csv_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Name,Price\nFuji,$1.25\nGala,0.99\n", encoding="utf-8-sig")
    rows = (("gala", 0.99), ("fuji", 1.25))
    assert SheetCells("a.csv", columns=("name", "price"), rows=rows).evaluate(evidence_of(tmp_path)).passed
    ordered = SheetCells("a.csv", columns=("name", "price"), rows=rows, ordered=True)
    assert "not in the expected order" in ordered.evaluate(evidence_of(tmp_path)).reason
    short = SheetCells("a.csv", columns=("name", "price"), rows=rows[:1])
    assert "2 rows below the headings, expected 1" in short.evaluate(evidence_of(tmp_path)).reason
    more = SheetCells("a.csv", columns=("name", "price"), rows=rows[:1], more_rows=True)
    assert more.evaluate(evidence_of(tmp_path)).passed


def test_a_missing_sheet_is_named(tmp_path: Path) -> None:
    saved_book(tmp_path / "a.xlsx", {"A1": 1})
    verdict = SheetCells("a.xlsx", "Prices", {"A1": 1}).evaluate(evidence_of(tmp_path))
    assert verdict.reason == "a.xlsx has no sheet 'Prices'; it has Sheet"


def test_a_file_that_is_as_given_does_not_count(tmp_path: Path) -> None:
    saved_book(tmp_path / "a.xlsx", {"A1": 1})
    before = {"a.xlsx": hashlib.sha256((tmp_path / "a.xlsx").read_bytes()).hexdigest()}
    verdict = SheetCells("a.xlsx", cells={"A1": 1}).evaluate(evidence_of(tmp_path, before=before))
    assert verdict.reason == "a.xlsx is unchanged"


def test_slides_without_placeholders_with_groups_tables_and_scaled_pictures(tmp_path: Path) -> None:
    photo = scene()
    photo.save(tmp_path / "photo.png")
    shown = pptx.Presentation()
    slide = shown.slides.add_slide(shown.slide_layouts[6])
    slide.shapes.add_textbox(Inches(1), Inches(0.5), Inches(5), Inches(1)).text_frame.text = "The title"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(1), Inches(2), Inches(2), Inches(1)).text_frame.text = "in a group"
    table = slide.shapes.add_table(1, 2, Inches(1), Inches(4), Inches(3), Inches(1)).table
    table.cell(0, 1).text = "in a table"
    small = io.BytesIO()
    photo.resize((100, 70)).save(small, "JPEG")
    slide.shapes.add_picture(small, Inches(5), Inches(4))
    shown.save(str(tmp_path / "a.pptx"))
    evidence = evidence_of(tmp_path)
    assert SlideTexts("a.pptx", per_slide=(("in a group", "in a table"),)).evaluate(evidence).passed
    assert SlidePictures("a.pptx", 1, ("photo.png",)).evaluate(evidence).passed
    assert SlideLayout("a.pptx").evaluate(evidence).passed
    scene(1).save(tmp_path / "photo.png")
    assert not SlidePictures("a.pptx", 1, ("photo.png",)).evaluate(evidence).passed


def cut(tmp_path: Path, source: Image.Image, made: Image.Image, box: Box, name: str = "cut.png") -> float:
    """The overlap that a crop is found to have with a box."""
    source.save(tmp_path / "photo.png")
    made.save(tmp_path / name, quality=80)
    verdict = PictureCrop(name, "photo.png", (box,)).evaluate(evidence_of(tmp_path))
    return float(verdict.details["overlaps"][0][0])


def test_crops_are_found_though_saved_with_loss_or_brightened(tmp_path: Path) -> None:
    photo = scene(2, 600, 400)
    piece = photo.crop((100, 50, 260, 170))
    assert cut(tmp_path, photo, piece, (100, 50, 260, 170), "cut.jpg") > 0.99
    assert cut(tmp_path, photo, ImageEnhance.Brightness(piece).enhance(0.8), (100, 50, 260, 170)) > 0.9
    assert cut(tmp_path, photo, piece.convert("L"), (110, 50, 260, 170)) == pytest.approx(150 / 160, abs=1e-3)
    assert cut(tmp_path, photo, scene(9, 160, 120), (100, 50, 260, 170)) == 0
    assert cut(tmp_path, photo, scene(9, 700, 120), (100, 50, 260, 170)) == 0


@pytest.mark.parametrize(("tone", "other"), [("grayscale", "sepia"), ("sepia", "grayscale")])
def test_crops_must_be_in_the_tone_that_is_asked_for(
    tmp_path: Path, tone: Literal["grayscale", "sepia"], other: Literal["grayscale", "sepia"]
) -> None:
    photo, box = scene(2, 600, 400), (100, 50, 260, 170)
    photo.save(tmp_path / "photo.png")
    grey = photo.crop(box).convert("L")
    brown = ImageOps.colorize(grey, black="#1e140a", white="#ffe9c4")
    toned = {"grayscale": grey.convert("RGB"), "sepia": brown}[tone]
    toned.save(tmp_path / "cut.jpg", quality=90)
    evidence = evidence_of(tmp_path)
    assert PictureCrop("cut.jpg", "photo.png", (box,), tone=tone).evaluate(evidence).passed
    assert "not in" in PictureCrop("cut.jpg", "photo.png", (box,), tone=other).evaluate(evidence).reason
    photo.crop(box).save(tmp_path / "cut.jpg", quality=90)
    assert not PictureCrop("cut.jpg", "photo.png", (box,), tone=tone).evaluate(evidence_of(tmp_path)).passed
    assert PictureCrop("cut.jpg", "photo.png", (box,)).evaluate(evidence_of(tmp_path)).passed


@pytest.mark.slow
def test_crops_of_large_pictures_are_found_exactly(tmp_path: Path) -> None:
    photo = scene(3, 3000, 2000)
    assert cut(tmp_path, photo, photo.crop((1003, 707, 1404, 1011)), (1003, 707, 1404, 1011)) == 1


def test_of_equal_places_the_nearest_counts(tmp_path: Path) -> None:
    photo = Image.new("RGB", (300, 100), "white")
    for left in (20, 220):
        photo.paste(scene(4, 50, 50), (left, 20))
    piece = photo.crop((10, 10, 80, 80))
    assert cut(tmp_path, photo, piece, (10, 10, 80, 80)) == 1
    assert cut(tmp_path, photo, piece, (210, 10, 280, 80)) == 1


def test_plain_surfaces_are_placed_by_their_colour(tmp_path: Path) -> None:
    photo = Image.new("RGB", (200, 100), "white")
    photo.paste("black", (50, 20, 90, 60))
    assert cut(tmp_path, photo, photo.crop((50, 20, 90, 60)), (50, 20, 90, 60)) == 1


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    scene().save(tmp_path / "photo.png")
    scene().crop((0, 0, 50, 50)).save(tmp_path / "cut.png")
    evidence = evidence_of(tmp_path, before={"photo.png": "0" * 64})
    for check in (
        PictureCrop("cut.png", "photo.png", ((0, 0, 50, 50),)),
        PictureChangedOnly("cut.png", "photo.png", ((0, 0, 50, 50),)),
    ):
        assert check.evaluate(evidence).reason == "the given file photo.png was changed"


def test_loss_is_no_change(tmp_path: Path) -> None:
    scene().save(tmp_path / "photo.png")
    marked = scene()
    marked.paste("red", (20, 20, 80, 80))
    marked.save(tmp_path / "marked.jpg", quality=92, subsampling=0)
    check = PictureChangedOnly("marked.jpg", "photo.png", ((20, 20, 80, 80),))
    verdict = check.evaluate(evidence_of(tmp_path))
    assert verdict.passed, verdict.reason
