"""Papers that tasks bring along: pages of lines as PDFs, slips and receipts as pictures; and stamps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec

from m3bench.suites import CallResult, DataFile, PlannedCall, call
from m3bench.worlds import Picture, WorldFile
from m3bench_suites.builders.omni import TaskDraw
from m3bench_world.audio import spell

LINE = 19.84
"""The distance of two lines of `lines_pdf`, in points."""
LEFT = 31.2
"""Where the lines begin, in points."""
_FIRST, _SPACE = 28.35, 3.058
_PAPER, _INK = "#f7f4ea", "#2a2a2a"


class Paper(msgspec.Struct, frozen=True):
    """A document of the world, and what it says."""

    file: WorldFile
    truth: dict[str, Any]


def draw_paper(draw: TaskDraw, name: str, kind: str, settings: dict[str, Any], part: int = 0) -> Paper:
    """Draw a document that says what the settings name, and else anything.

    Args:
        draw: The choices of the task.
        name: The file name.
        kind: The kind of document.
        settings: Names, days and firms that must agree with the request and the records.
        part: Its number among the documents of the task.
    """
    number = draw.media_number(part)
    truth = draw.world.documents.document(kind, number, settings).truth
    return Paper(WorldFile(name, "document", kind, number, settings), truth)


def day_before(draw: TaskDraw, first: int, last: int, *name: object) -> str:
    """Return a day in the past, so many days ago."""
    return str((draw.world.now - timedelta(days=draw.whole(first, last, *name))).date())


class Receipt(msgspec.Struct, frozen=True):
    """A receipt: its picture, number, total and day."""

    picture: Picture
    number: str
    total_cents: int
    day: str

    @property
    def name(self) -> str:
        return self.picture.name


def draw_receipt(draw: TaskDraw, goods: Sequence[str], day: str) -> Receipt:
    """Draw the photograph of a receipt.

    Args:
        draw: The choices of the task.
        goods: Kinds of articles that the shops of the world have.
        day: When they were bought.
    """
    photo = draw.picture(draw.photo_name(), "receipt", form="receipt", goods=list(goods), day=day)
    facts = photo.scene.facts
    number = facts["number"].removeprefix("No. ")
    return Receipt(photo.picture, number, round(facts["total"] * 100), facts["date"])


def lines_pdf(name: str, *pages: Sequence[str], title: str = "") -> DataFile:
    """Return a PDF with one page for each list of lines, in Helvetica of 11 points on A4."""
    return DataFile(name, "pdf", {"title": title, "pages": [list(page) for page in pages]})


def line_top(number: int) -> float:
    """Return the upper edge of a line of `lines_pdf`, counted from 0, in points."""
    return round(_FIRST + number * LINE, 1)


def text_width(text: str, size: float = 11.0) -> float:
    """Return the width of a text in Helvetica, in points."""
    from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

    pdf = FPDF(unit="pt")
    pdf.set_font("Helvetica", "", size)
    return float(pdf.get_string_width(text))


def spread_line(first: str, second: str, place: float) -> str:
    """Return a line of `lines_pdf` with two texts, the second of which begins about at a place, in points."""
    spaces = round((place - LEFT - text_width(first)) / _SPACE)
    return f"{first}{' ' * max(spaces, 20)}{second}"


def is_wider(text: str, points: float, size: float = 11.0) -> bool:
    """Return whether a text in Helvetica is clearly wider than so many points; False if clearly narrower.

    Raises:
        ValueError: It is neither clearly wider nor clearly narrower.
    """
    width = text_width(text, size)
    if abs(width - points) < 0.04 * points:
        raise ValueError(f"{text!r} is {width:.0f} points wide, about {points:.0f}")
    return width > points


def slip(name: str, *lines: str, size: tuple[int, int] = (640, 760)) -> DataFile:
    """Return the picture of a slip of paper with a line in large letters and others below it."""
    wide, high = size
    shapes: list[dict[str, Any]] = [{"color": _PAPER, "rectangle": [40, 30, wide - 40, high - 30]}]
    for index, line in enumerate(lines):
        letters = 40 if index == 0 else 30
        shapes.append({"color": _INK, "text": line, "at": [80, 70 + index * 74], "size": letters})
    return DataFile(name, "png", {"size": list(size), "background": "#8a7f72", "shapes": shapes})


def spoken_hundreds(amount: int) -> str:
    """Return a multiple of 50 below 1,000 in words: `three hundred and fifty`."""
    hundreds, rest = divmod(amount, 100)
    return f"{spell(str(hundreds))} hundred" + (" and fifty" if rest else "")


def text_area(line: int, before: str, text: str) -> tuple[float, float, float, float]:
    """Return where a text is on a page of `lines_pdf`: left, top, width and height in points.

    Args:
        line: The number of the line, from 0.
        before: What is in the line before it.
        text: The text.
    """
    left, width = LEFT + text_width(before), text_width(text)
    return round(left, 1), round(line_top(line) + 5.6, 1), round(width, 1), 7.6


def stamp(
    source: str, made: str, text: str, at: tuple[float, float], size: float, *uses: CallResult, **style: Any
) -> PlannedCall:
    """Write a text on a copy of a paper, given left and top in points; `pages` is one of the styles."""
    left, top = at
    return call(
        "pdf/stamp_text", *uses, path=source, output=made, text=text, left=left, top=top, size=size, **style
    )


def hit_areas(hits: CallResult) -> list[dict[str, Any]]:
    """Return the areas of hits as the tool that removes them takes them."""
    return [{"page": hit["page"], **area} for hit in hits.data["hits"] for area in hit["areas"]]


def money(cents: int) -> str:
    """Return cents as they are printed: `12.05`."""
    return f"{cents // 100}.{cents % 100:02d}"
