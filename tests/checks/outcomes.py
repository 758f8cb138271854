"""Outcomes of attempts that pass their checks."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pptx
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Font
from PIL import Image, ImageDraw, ImageFont
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from m3bench.checks import (
    AnswerFields,
    AnswerJson,
    AnswerMatchesKey,
    AnswerMustNot,
    AnswerNames,
    AnswerNumber,
    AnswerRefuses,
    ArgumentFromPicture,
    ArgumentFromResult,
    Called,
    CalledBefore,
    CalledTogether,
    Check,
    Claim,
    Claims,
    Evidence,
    Expected,
    FileExists,
    LiveCall,
    LiveFields,
    LiveValue,
    Mark,
    NoStrayFiles,
    NotCalled,
    PictureChangedOnly,
    PictureContains,
    PictureCrop,
    PictureOverlay,
    PictureRegions,
    PictureShows,
    PictureTexts,
    Quantity,
    SheetBold,
    SheetCells,
    SheetChart,
    SlideChart,
    SlideLayout,
    SlidePictures,
    SlideStyle,
    SlideTable,
    SlideTexts,
    TextStyle,
    Tolerance,
    UnchangedExcept,
    UserAsked,
)
from m3bench.checks.pictures.overlay_pixels import miniature
from m3bench.core import (
    ARTEFACTS_KEY,
    ASK_USER,
    AnswerField,
    AnswerForm,
    Call,
    Data,
    FieldType,
    Outcome,
    ReplyKind,
    Result,
    Step,
    Task,
    Text,
    Trajectory,
    user_note,
)
from m3bench.judges import Case, Judgement
from m3bench.runs.engine import make_server_query
from m3bench_world import World
from tests.checks.charts.outcomes import CHART_PASSING, fill_chart
from tests.checks.data.outcomes import DATA_PASSING, fill_data
from tests.checks.documents.outcomes import DOCUMENT_PASSING, fill_documents
from tests.checks.films.outcomes import FILM_PASSING, fill_films
from tests.checks.office.outcomes import OFFICE_PASSING, fill_office
from tests.checks.records.outcomes import GROUPS, RECORD_PASSING, with_changes
from tests.checks.sounds.outcomes import SOUND_PASSING, fill_sounds

BOXES = ((10.0, 12.0, 70.0, 62.0), (90.0, 40.0, 150.0, 100.0))
MARKS = (Mark(0.3, 0.25, "red"), Mark(0.5, 0.5, "yellow"), Mark(0.75, 0.6, "green"))
ROWS: tuple[tuple[Any, ...], ...] = (("Fuji", 3, 1.25), ("Gala", 5, 0.99))
FORM = AnswerForm(
    (
        AnswerField("total", FieldType.NUMBER, "what all of it costs", "USD"),
        AnswerField(
            "sorts",
            FieldType.RECORD,
            "the sorts of apples",
            many=True,
            fields=(
                AnswerField("name", FieldType.NAME, "the name of the sort"),
                AnswerField("count", FieldType.NUMBER, "how many there are"),
            ),
        ),
        AnswerField("rotten", FieldType.NUMBER, "how many are rotten"),
    )
)
FIELDS = {"total": 8.7, "sorts": [{"name": "Fuji", "count": 3}, {"name": "Gala", "count": 5}], "rotten": None}
ANSWER = (
    "There are three Fuji apples at $1.25 each and 5 Gala apples, as of May 5, 2026.\n"
    "The total is $8.70 (about 12 % of the budget).\n\n"
    '```json\n{"Total price": "8.70", "items": [{"name": "Fuji", "count": 3}], "paid": true}\n```'
)


def call(name: str, arguments: Any, *said: Any, outcome: Outcome = Outcome.SUCCESS) -> Call:
    parts = tuple(Text(each) if isinstance(each, str) else Data(each) for each in said)
    return Call(name, arguments, result=Result(parts), outcome=outcome)


def asked_user(question: str, reply: str, *topics: str, kind: ReplyKind = ReplyKind.FACT) -> Call:
    result = Result((Text(reply),), meta=user_note(kind, topics))
    return Call(ASK_USER, {"question": question}, result=result, outcome=Outcome.SUCCESS)


def drew(path: str, arguments: Any) -> Call:
    result = Result((Text("drawn"),), meta={ARTEFACTS_KEY: {"wrote": [path]}})
    return Call("eyes/draw", arguments, result=result, outcome=Outcome.SUCCESS)


STEPS = (
    Step(
        (
            call("eyes/scan", {"path": "${WORKSPACE}/photo.png"}, "EAN 4006381333931 found"),
            asked_user("For how many people?", "For two.", "number of people"),
        )
    ),
    Step(
        (
            call(
                "shop/search",
                {"query": "Fuji apples", "limit": 5},
                {"hits": [{"id": "B07-X", "price": 1.25}]},
            ),
            call(
                "shop/search",
                {"query": "Gala apples", "limit": 5},
                {"hits": [{"id": "B08-Y", "price": 0.99}]},
            ),
        )
    ),
    Step(
        (
            call("shop/details", {"id": "B07-X", "price": 1.25}, "Fuji, crisp"),
            drew("marked.png", {"path": "photo.png", "output_path": "marked.png"}),
        )
    ),
)


def answered_now(tool: str, arguments: dict[str, Any]) -> Result:
    """What servers say at check time. The one that reads pictures is the bundled one."""
    if tool == "ocr/perform_ocr":
        return make_server_query(World(), Path())(tool, arguments)
    assert (tool, arguments) == ("shop/basket", {"currency": "USD"})
    return Result((Data({"total": 8.7, "sorts": FIELDS["sorts"]}),))


def evidence_of(
    workspace: Path,
    answer: str | None = ANSWER,
    steps: tuple[Step, ...] = STEPS,
    before: dict[str, str] | None = None,
    assets: dict[str, bytes] | None = None,
) -> Evidence:
    trajectory = Trajectory(task_id="t", answer=answer, fields=FIELDS if answer else None, steps=steps)
    given = None if assets is None else lambda: assets
    return Evidence(Task(id="t", form=FORM, answer=ANSWER), trajectory, workspace, before or {}, assets=given)


def honest_eyes(criteria: Mapping[str, str], case: Case) -> Judgement:
    """A judge that finds everything wherever there is something to see, and compares answers literally."""
    pictures = [Image.open(io.BytesIO(picture.data or b"")) for picture in case.pictures]
    score = float(any(np.asarray(picture).std() > 1 for picture in pictures))
    scores = dict.fromkeys(criteria, score) or {"consistent": float(case.answer == case.expected)}
    return Judgement(case=case.id, judge="eyes", prompt="vision@0", input=case.digest, scores=scores)


def scene(seed: int = 0, wide: int = 200, high: int = 140) -> Image.Image:
    """A picture in which no two places look the same."""
    rough = np.random.default_rng(seed).integers(0, 255, (high // 5, wide // 5, 3), dtype=np.uint8)
    return Image.fromarray(rough).resize((wide, high), Image.Resampling.BICUBIC)


def plain_map() -> Image.Image:
    """A square picture in shades of grey."""
    return scene(3, 200, 200).convert("L").convert("RGB")


def marked_map() -> Image.Image:
    drawn = plain_map()
    for mark in MARKS:
        x, y = int(mark.x * drawn.width), int(mark.y * drawn.height)
        ImageDraw.Draw(drawn).ellipse((x - 12, y - 12, x + 12, y + 12), fill=mark.colour)
    return drawn


def whole(box: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    return int(box[0]), int(box[1]), int(box[2]), int(box[3])


def filled_workspace(folder: Path) -> Evidence:
    """A workspace in which all was done as asked."""
    folder.mkdir(parents=True)
    photo = scene()
    photo.save(folder / "photo.png")
    before = {"photo.png": hashlib.sha256((folder / "photo.png").read_bytes()).hexdigest()}
    (folder / "cuts").mkdir()
    for number, box in enumerate(reversed(BOXES)):
        photo.crop(whole(box)).save(folder / "cuts" / f"{number}.png")
    marked = photo.copy()
    for box in BOXES:
        marked.paste((255, 0, 0), whole(box))
    marked.save(folder / "marked.png")
    marked_map().save(folder / "map.bmp")
    (folder / "prices.xlsx").write_bytes(workbook())
    (folder / "deck.pptx").write_bytes(deck(folder / "marked.png"))
    fill_data(folder)
    marked.save(folder / "data" / "redacted.bmp")
    poster = Image.new("RGB", (300, 200), "white")
    poster.paste(photo.resize((120, 84)), (40, 30))
    poster.save(folder / "data" / "poster.bmp")
    sign().save(folder / "data" / "sign.bmp")
    before |= fill_sounds(folder) | fill_films(folder)
    fill_chart(folder / "data" / "charts")
    fill_documents(folder)
    (folder / "data" / "service.ini").write_text("port = 8080\nhost = a\n")
    steps = (*STEPS, *fill_office(folder))
    assets = {"data/service.ini": b"port = 80\nhost = a\n"}
    done = with_changes(evidence_of(folder, steps=steps, before=before, assets=assets), *GROUPS)
    return replace(done, ask=answered_now, see=honest_eyes)


def sign(*lines: str) -> Image.Image:
    """A picture with words on it."""
    drawn = Image.new("RGB", (400, 160), "#f4ecd8")
    for index, line in enumerate(lines or ("Two sorts of apples", "for $ 45 in all")):
        ImageDraw.Draw(drawn).text(
            (30, 24 + 52 * index), line, fill="#203020", font=ImageFont.load_default(30)
        )
    return drawn


def workbook() -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Prices"
    page["A1"] = "Fruit of the day"
    page.append([])
    page.append(["Name", "Note", "Count", "Price"])
    for name, count, price in ROWS:
        page.append([name, "ripe", count, price])
    page["C7"] = "=SUM(C4:C5)"
    for cell in page[3]:
        cell.font = Font(bold=True)
    chart = BarChart()
    chart.add_data(Reference(page, min_col=3, min_row=3, max_row=5), titles_from_data=True)
    page.add_chart(chart, "H2")
    page["F1"] = "=SUM(C4:C5)"
    page["F2"] = "=ROUND(C4*D4+C5*D5, 2)"
    return _saved(book)


def deck(picture: Path) -> bytes:
    shown = pptx.Presentation()
    for title, body in (("Apples of the day", "Fuji and Gala"), ("What they cost", "8.70 in total")):
        slide = shown.slides.add_slide(shown.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
        slide.placeholders[1].width = Inches(4)
    _dress(shown.slides[0])
    shown.slides[1].shapes.add_picture(str(picture), Inches(6), Inches(3), width=Inches(3))
    return _saved(shown)


def _dress(slide: Any) -> None:
    """A title in bold blue, a table and a chart below the text, on a light ground."""
    fill = slide.background.fill
    fill.solid()
    fill.fore_color.rgb = RGBColor(0xF0, 0xF0, 0xF0)
    font = slide.shapes.title.text_frame.paragraphs[0].runs[0].font
    font.bold, font.name, font.color.rgb = True, "Georgia", RGBColor(0x1F, 0x5A, 0xA6)
    slide.placeholders[1].height = Inches(1)
    table = slide.shapes.add_table(3, 2, Inches(0.5), Inches(3.2), Inches(3), Inches(1.2)).table
    for index, row in enumerate((("Name", "Count"), *((name, count) for name, count, _ in ROWS))):
        for column, value in enumerate(row):
            table.cell(index, column).text = str(value)
    data = CategoryChartData()
    data.categories = [row[0] for row in ROWS]
    data.add_series("Count", [row[1] for row in ROWS])
    kind = XL_CHART_TYPE.COLUMN_CLUSTERED
    slide.shapes.add_chart(kind, Inches(5), Inches(3.2), Inches(4), Inches(3), data)


def _saved(document: Any) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


MINIATURE = miniature(_png(plain_map()))
FUJI = Claim("Fuji costs 1.25", ("Fuji",), number=Quantity(1.25, unit=("$",), near=("Fuji",)))
GALA = Claim("there are five Gala", any_of=("Gala", "gala apple"), number=Quantity(5, near=("gala",)))

SORTS = Expected(rows=tuple({"name": Expected(row[0]), "count": Expected(row[1])} for row in ROWS))

BASKET = (LiveCall("shop/basket", {"currency": "USD"}),)
PASSING: tuple[Check, ...] = (
    LiveFields({"total": LiveValue(BASKET, "[0].total"), "sorts": LiveValue(BASKET, "[0].sorts")}),
    AnswerFields({"total": Expected(8.7, tolerance=Tolerance(0.01)), "sorts": SORTS, "rotten": Expected()}),
    AnswerNumber(8.7, Tolerance(0.01), ("$", "dollar", "USD"), ("total",)),
    AnswerNumber(3, near=("Fuji",)),
    AnswerNumber(12, unit=("percent",)),
    AnswerNames(("fuji apple", "GALA"), ("sum|total",), ("Braeburn",)),
    AnswerJson(
        {"total_price": 8.7, "items.0.count": 3, "items.0.name": "fuji", "paid": True}, Tolerance(0.01)
    ),
    AnswerMatchesKey(),
    AnswerMustNot((Claim("Braeburn", ("Braeburn",)), Claim("nine", number=Quantity(9.5, unit=("$",))))),
    FileExists("reading/*.pdf", count=0),
    Claims((FUJI, GALA)),
    Claims((FUJI, GALA, Claim("Braeburn", ("Braeburn",))), 0.6),
    FileExists("prices.xlsx", 1000),
    FileExists("**/*.png", count=3),
    UnchangedExcept("data/service.ini", changed=("lines/0",), added={"lines": 1}),
    NoStrayFiles(("cuts/*.png", "data/**/*", "*.xlsx", "*.pptx", "marked.png", "map.bmp")),
    SheetCells("prices.xlsx", "prices", {"A1": "fruit of the day", "F1": 8, "F2": 8.7}),
    SheetCells(
        "prices.xlsx", columns=("Name", "count", "Price"), rows=ROWS[::-1], tolerance=Tolerance(0.001)
    ),
    SheetCells("prices.xlsx", columns=("Name",), rows=(("Fuji",), ("Gala",)), ordered=True),
    SheetCells(
        "prices.xlsx", columns=("Sort", "Pieces", "Cost"), rows=ROWS, any_heading=True, totals=("Pieces",)
    ),
    SheetCells(
        "prices.xlsx",
        columns=("Sort", "Price"),
        rows=(("Fuji", 1.25), ("Gala", [1.0, 0.99])),
        headings={"Sort": ("Kind", "Name")},
    ),
    SheetBold("prices.xlsx"),
    SheetChart("*.xlsx", "bar", (5, 3)),
    SheetCells("*.xlsx", formulas={"F1": "=sum(C4 : $C$5)"}),
    SlideTexts("deck.pptx", ("8.70", "what they cost"), (("apples of the day", "gala"),), 2),
    SlidePictures("deck.pptx", 1, ("marked.png",)),
    SlideLayout("deck.pptx"),
    SlideTable("deck.pptx", (("gala", 5), ("Fuji", 3)), 1),
    SlideChart("deck.pptx", "bar", ("Gala", "Fuji"), (5, 3)),
    SlideStyle(
        "deck.pptx",
        texts=(
            TextStyle(
                "Apples of the day",
                "#2060a0",
                "georgia",
                bold=True,
                italic=False,
                larger_than="Fuji and Gala",
            ),
            TextStyle("Fuji and Gala", "#000000"),
        ),
        background="#f4f4ee",
    ),
    PictureCrop("cuts/*.png", "photo.png", BOXES),
    PictureChangedOnly("marked.png", "photo.png", BOXES),
    PictureChangedOnly("data/redacted.bmp", "photo.png", BOXES, hidden=True),
    PictureOverlay("map.bmp", MINIATURE, MARKS),
    PictureRegions("data/redacted.bmp", "photo.png", hidden=BOXES, unchanged=((160, 0, 200, 140),)),
    PictureContains("data/poster.bmp", "photo.png", box=(40, 30, 160, 114)),
    PictureTexts("data/sign.bmp", ("Two sorts of apples", "for $ 45 in all")),
    PictureShows("*.png", {"marks": "Two places are painted red."}),
    Called(
        "shop/search",
        {"query": {"$contains": "fuji apple"}, "limit": {"$near": 5.2, "absolute": 0.3}},
        at_most=1,
    ),
    Called("shop/*", {"limit": {"$any": True}}, at_least=2),
    Called("eyes/scan|eyes/look", {"path": "photo.png"}),
    Called("eyes/draw", {"path": "photo.png"}, made="marked.png"),
    NotCalled("shop/buy"),
    CalledBefore("eyes/scan", "shop/search"),
    CalledTogether("shop/search"),
    ArgumentFromResult("shop/details", "id", "shop/search"),
    ArgumentFromResult("shop/details", "price", "shop/search", every=True),
    ArgumentFromPicture("shop/search", "query", ("Fugi apples", "Gala apples"), 2),
    UserAsked(("number of people",), before="shop/search", at_most=1),
    *DATA_PASSING,
    *OFFICE_PASSING,
    *RECORD_PASSING,
    *SOUND_PASSING,
    *FILM_PASSING,
    *CHART_PASSING,
    *DOCUMENT_PASSING,
)

REFUSAL = "I searched all shops, but the Braeburn could not be found."
REFUSING = AnswerRefuses(("Braeburn",))
