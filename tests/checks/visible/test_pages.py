"""What people can read on a page: it is measured where the page is drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fpdf import FPDF

from m3bench.checks import CheckFailed
from m3bench.checks.visible import legible_lines, legible_texts, unseen_faults

WORDS = "Two sorts of apples"
Draw = Callable[[FPDF], None]
Colour = tuple[int, int, int]


def page(
    *steps: Draw, size: float = 12, ink: tuple[int, int, int] = (0, 0, 0), at: tuple[int, int] = (60, 80)
) -> bytes:
    pdf = FPDF(unit="pt", format="A4")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    for step in steps[:1]:
        step(pdf)
    pdf.set_font("Helvetica", size=size)
    pdf.set_text_color(*ink)
    pdf.text(*at, WORDS)
    for step in steps[1:]:
        step(pdf)
    return bytes(pdf.output())


def box(left: float, top: float, wide: float, high: float, colour: Colour = (0, 0, 0)) -> Draw:
    def draw(pdf: FPDF) -> None:
        pdf.set_fill_color(*colour)
        pdf.rect(left, top, wide, high, style="F")

    return draw


def nothing(_: FPDF) -> None:
    """Leave the page as it is."""


def other_words(pdf: FPDF) -> None:
    pdf.set_text_color(0, 0, 0)
    pdf.text(61, 82, "XXXXXXXXXXXXXXXXXX")


@pytest.mark.parametrize(
    "data",
    [
        page(),
        page(ink=(200, 30, 30)),
        page(ink=(120, 120, 120)),
        page(ink=(57, 255, 20)),
        page(ink=(255, 120, 0), size=30),
        page(box(0, 0, 595, 842), ink=(255, 255, 255)),
        page(box(50, 60, 300, 40, colour=(250, 220, 60)), ink=(20, 20, 90)),
        page(size=6),
        page(at=(300, 830)),
        page(nothing, box(60, 82, 300, 1)),
    ],
    ids=[
        "black",
        "red",
        "grey",
        "neon",
        "orange",
        "white on black",
        "on a box",
        "small",
        "at the foot",
        "underlined",
    ],
)
def test_a_right_text_may_look_as_it_likes(data: bytes) -> None:
    assert legible_texts(data, "a.pdf", ".pdf") == [WORDS, *[""] * 39]
    assert legible_lines(data, "a.pdf", ".pdf", [1]) == [[WORDS]]


@pytest.mark.parametrize(
    "data",
    [
        page(ink=(255, 255, 255)),
        page(ink=(225, 225, 225)),
        page(box(0, 0, 595, 842), ink=(20, 20, 20)),
        page(size=4),
        page(nothing, box(50, 60, 300, 40)),
        page(nothing, box(50, 60, 300, 40, colour=(255, 255, 255))),
        page(nothing, box(50, 75, 300, 9, colour=(255, 255, 255))),
        page(at=(60, 900)),
        page(at=(700, 80)),
        page(nothing, other_words),
    ],
    ids=[
        "white", "light grey", "black on black", "tiny", "below a box", "painted white", "half painted over",
        "below the page", "beside the page", "below other words",
    ],
)  # fmt: skip
def test_a_text_that_nobody_can_read_is_none(data: bytes) -> None:
    (legible,) = legible_texts(data, "a.pdf", ".pdf", [1])
    assert "sorts" not in legible
    (fault,) = unseen_faults([WORDS], legible)
    assert "cannot be read" in fault


def test_a_text_may_be_torn_apart_by_lines_and_columns() -> None:
    assert unseen_faults(["Two sorts of apples|None"], "Two sorts 3 Fuji of apples") == []
    assert unseen_faults(["Two sorts of apples"], "Two sorts of") != []


def test_what_is_no_pdf_fails() -> None:
    with pytest.raises(CheckFailed, match=r"broken|not a readable PDF"):
        legible_texts(b"%PDF-1.7 nothing", "a.pdf", ".pdf")
