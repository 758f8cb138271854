"""Tables, charts, fonts and colours of slides: what counts, and what does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Inches, Pt

from m3bench.checks import SlideChart, SlideStyle, SlideTable, SlideTexts, TextStyle
from tests.checks.outcomes import evidence_of


@pytest.fixture
def deck() -> Any:
    return pptx.Presentation()


def blank(deck: Any) -> Any:
    return deck.slides.add_slide(deck.slide_layouts[6])


def boxed(slide: Any, text: str, size: int = 20, colour: str | None = None, top: int = 1) -> Any:
    frame = slide.shapes.add_textbox(Inches(1), Inches(top), Inches(6), Inches(1)).text_frame
    frame.text = text
    font = frame.paragraphs[0].runs[0].font
    font.size = Pt(size)
    if colour:
        font.color.rgb = RGBColor.from_string(colour)
    return font


def said(deck: Any, folder: Path, check: SlideStyle | SlideTable | SlideTexts | SlideChart) -> str:
    """Empty where the check passes, and otherwise why it does not."""
    deck.save(folder / "a.pptx")
    verdict = check.evaluate(evidence_of(folder))
    return "" if verdict.passed else verdict.reason


def test_colours_may_be_a_little_off(deck: Any, tmp_path: Path) -> None:
    boxed(blank(deck), "Prices", colour="2060B0")
    near, far = TextStyle("Prices", "#1f5aa6"), TextStyle("Prices", "#c0504d")
    assert said(deck, tmp_path, SlideStyle("a.pptx", texts=(near,))) == ""
    assert "'Prices' is #2060b0, expected about #c0504d" in said(
        deck, tmp_path, SlideStyle("a.pptx", texts=(far,))
    )


def test_styles_of_the_master_and_the_theme_count(deck: Any, tmp_path: Path) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Prices", "of the day"
    looks = (TextStyle("Prices", "#000000", bold=False, larger_than="of the day"),)
    assert said(deck, tmp_path, SlideStyle("a.pptx", texts=looks, background="#ffffff")) == ""
    font = slide.shapes.title.text_frame.paragraphs[0].runs[0].font
    font.color.theme_color = MSO_THEME_COLOR.ACCENT_1
    assert "is #4f81bd, expected about #000000" in said(deck, tmp_path, SlideStyle("a.pptx", texts=looks))


def test_fonts_weights_and_sizes_are_told_apart(deck: Any, tmp_path: Path) -> None:
    slide = blank(deck)
    font = boxed(slide, "Prices", 24)
    font.name, font.bold = "Georgia", True
    boxed(slide, "of the day", 24)
    for style, reason in (
        (TextStyle("Prices", font="georgia", bold=True, italic=False), ""),
        (TextStyle("Prices", font="Verdana"), "has the font Georgia, expected Verdana"),
        (TextStyle("of the day", bold=True), "'of the day' is not bold"),
        (TextStyle("Prices", italic=True), "'Prices' is not italic"),
        (TextStyle("Prices", larger_than="of the day"), "'Prices' is not larger than 'of the day'"),
        (TextStyle("Costs", bold=True), "no text 'Costs'"),
    ):
        found = said(deck, tmp_path, SlideStyle("a.pptx", texts=(style,)))
        assert (found == "") if not reason else (reason in found)


def test_a_shape_over_the_whole_slide_is_its_background(deck: Any, tmp_path: Path) -> None:
    slide = blank(deck)
    cover = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, 0, 0, deck.slide_width, deck.slide_height)
    cover.fill.solid()
    cover.fill.fore_color.rgb = RGBColor(0x14, 0x21, 0x3D)
    assert said(deck, tmp_path, SlideStyle("a.pptx", background="#14213d")) == ""
    assert "the background is #14213d" in said(deck, tmp_path, SlideStyle("a.pptx", background="#ffffff"))


def test_a_slide_that_is_not_there(deck: Any, tmp_path: Path) -> None:
    blank(deck)
    assert "has 1 slides, expected at least 2" in said(
        deck, tmp_path, SlideStyle("a.pptx", slide=2, background="#ffffff")
    )


def test_a_text_with_bars_is_no_table(deck: Any, tmp_path: Path) -> None:
    slide = blank(deck)
    boxed(slide, "Fuji | 3")
    check = SlideTable("a.pptx", (("Fuji", [3, "three"]),))
    assert "has no table" in said(deck, tmp_path, check)
    table = slide.shapes.add_table(1, 3, Inches(1), Inches(3), Inches(5), Inches(1)).table
    for column, text in enumerate(("Fuji", "ripe", "three")):
        table.cell(0, column).text = text
    assert said(deck, tmp_path, check) == ""
    table.cell(0, 0).text, table.cell(0, 2).text = "Fuji: 3", ""
    assert said(deck, tmp_path, check) == ""
    table.cell(0, 0).text, table.cell(0, 2).text = "Fuji", "three"
    assert "has no row Fuji | 4" in said(deck, tmp_path, SlideTable("a.pptx", (("Fuji", 4),)))
    assert "has no row three | Fuji" in said(deck, tmp_path, SlideTable("a.pptx", (("three", "Fuji"),)))


def test_charts_are_known_by_kind_names_and_values(deck: Any, tmp_path: Path) -> None:
    data = CategoryChartData()
    data.categories = ["Fuji", "Gala"]
    data.add_series("Count", [3, 5])
    place = (Inches(1), Inches(1), Inches(5), Inches(4))
    blank(deck).shapes.add_chart(XL_CHART_TYPE.PIE, *place, data)
    assert said(deck, tmp_path, SlideChart("a.pptx", "pie", ("gala", "fuji"), (5, 3))) == ""
    assert "has no bar chart" in said(deck, tmp_path, SlideChart("a.pptx", "bar", ("Gala", "Fuji"), (5, 3)))
    swapped = SlideChart("a.pptx", "pie", ("Gala", "Fuji"), (3, 5))
    assert "has other values" in said(deck, tmp_path, swapped)


def test_nothing_else_may_be_said(deck: Any, tmp_path: Path) -> None:
    check = SlideTexts("a.pptx", ("What we do next", "Buy lights Train the drivers"), only=True)
    slide = blank(deck)
    for top, text in enumerate(("What we do next", "Buy lights", "Train the drivers."), 1):
        boxed(slide, text, top=top)
    assert said(deck, tmp_path, check) == ""
    boxed(slide, "Call the customers", top=4)
    assert "slide 1 says more: 'call the customers'" in said(deck, tmp_path, check)
    assert said(deck, tmp_path, SlideTexts("a.pptx", check.texts)) == ""


def test_a_text_may_not_be_said_twice_where_nothing_else_may_be(deck: Any, tmp_path: Path) -> None:
    for text in ("What we do next", "What we do next"):
        boxed(blank(deck), text)
    check = SlideTexts("a.pptx", ("What we do next",), only=True)
    assert "slide 2 says more: 'what we do next'" in said(deck, tmp_path, check)


def test_what_cannot_be_meant_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a colour"):
        SlideStyle("a.pptx", background="blue")
    with pytest.raises(ValueError, match="texts and background are both empty"):
        SlideStyle("a.pptx")
    with pytest.raises(ValueError, match="unknown chart"):
        SlideChart("a.pptx", "spider", ("a",), (1,))
