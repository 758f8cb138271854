"""Decks: a title, bullets, a table, a chart and a picture, each on a slide of its own."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from typing import Any

import pptx
from PIL import Image, ImageDraw, ImageFont
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Cm

from m3bench_world.data import written
from m3bench_world.documents.facts import REGIONS, Facts, money, spoken_day
from m3bench_world.documents.packing import repacked

_AIMS = written("documents", "aims", tuple[str, ...])
_COLOURS = ((31, 90, 166), (192, 80, 40), (60, 140, 80), (120, 70, 150))


def deck(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    company, speaker, day = facts.company("company"), facts.person("speaker"), facts.day(-30, 30, "day")
    title, subtitle = f"{company}: plan for {day.year + 1}", f"{speaker}, {spoken_day(day)}"
    aims = facts.ordered(_AIMS, "aims")[: facts.whole(3, 5, "count")]
    rows = [
        ["Article", "Price (EUR)"],
        *([article, money(cents)] for article, cents in facts.goods(4, "goods")),
    ]
    sales = {
        region: facts.whole(10, 95, "sales", region) for region in REGIONS[: facts.whole(3, 5, "regions")]
    }
    colour = _COLOURS[facts.whole(0, len(_COLOURS) - 1, "colour")]
    shown = pptx.Presentation()
    _titled(shown, 0, title).placeholders[1].text_frame.text = subtitle
    _bullets(_titled(shown, 1, "Our aims"), aims)
    _table(_titled(shown, 5, "Best-selling articles"), rows)
    _chart(_titled(shown, 5, "Sales by region"), sales)
    picture = _titled(shown, 5, "Our new logo").shapes.add_picture(
        io.BytesIO(_logo(company, colour)), Cm(8), Cm(6), Cm(9)
    )
    titles = ["Our aims", "Best-selling articles", "Sales by region", "Our new logo"]
    truth = {
        "titles": [title, *titles],
        "subtitle": subtitle,
        "speaker": speaker,
        "company": company,
        "bullets": aims,
        "table": rows,
        "chart": {"kind": "column", "series": "2025", "values": sales},
        "picture": {
            "color": list(colour),
            "text": company[0],
            "width_cm": 9.0,
            "height_cm": round(picture.height / 360_000, 2),
        },
    }
    return f"plan-{day.year + 1}.pptx", _saved(shown, title, speaker, day), truth


def _titled(deck: Any, layout: int, title: str) -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[layout])
    slide.shapes.title.text_frame.text = title
    return slide


def _bullets(slide: Any, lines: list[str]) -> None:
    frame = slide.placeholders[1].text_frame
    frame.text = lines[0]
    for line in lines[1:]:
        frame.add_paragraph().text = line


def _table(slide: Any, rows: list[list[str]]) -> None:
    table = slide.shapes.add_table(len(rows), 2, Cm(3), Cm(5.5), Cm(19), Cm(6)).table
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text


def _chart(slide: Any, sales: dict[str, int]) -> None:
    data = CategoryChartData()
    data.categories = list(sales)
    data.add_series("2025", list(sales.values()))
    kind = XL_CHART_TYPE.COLUMN_CLUSTERED
    chart = slide.shapes.add_chart(kind, Cm(3), Cm(5), Cm(19), Cm(12), data).chart
    chart.has_legend = False
    # The embedded workbook says when it was made.
    book = chart.part.chart_workbook.xlsx_part
    book._blob = repacked(book.blob, undated=True)


def _logo(company: str, colour: tuple[int, int, int]) -> bytes:
    image = Image.new("RGB", (360, 240), "white")
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((20, 20, 340, 220), 40, fill=colour)
    pen.text((180, 120), company[0], fill="white", font=ImageFont.load_default(120), anchor="mm")
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _saved(deck: Any, title: str, author: str, day: date) -> bytes:
    made = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    about = deck.core_properties
    about.title, about.author, about.last_modified_by, about.created, about.modified = (
        title,
        author,
        author,
        made,
        made,
    )
    written = io.BytesIO()
    deck.save(written)
    return repacked(written.getvalue())
