"""The costs of half a year: a deck and a summary, from a workbook, a dictated note and the user."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import DocxContent, FileExists, PageLayout, SlideChart, SlideTable, SlideTexts, UserAsked
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import dictated
from m3bench_suites.builders.omni.slides import add_slide, add_table, add_text, create_deck
from m3bench_suites.builders.tasks import format_point, tool_point

_DECK, _NOTE = "board.pptx", "summary.docx"
_TABLE, _CHART = "Costs by item", "The chosen items"
_FOOTER = "Internal, not for the press"
_SPEAKERS = ("Priya Novak", "Tomas Hale", "Ingrid Moss", "Samuel Okoro", "Leah Brandt")
_SPOKEN = {"bar": "bars. It must not be a pie.", "pie": "a pie. It must not have bars."}


class HalfYearDeck(Scenario):
    """Three slides and a page of text; a tool moves a headline of an earlier slide."""

    shortcuts = (Shortcut.UNINSPECTED, Shortcut.TRUSTING, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        media = draw.media_number()
        truth = draw.world.documents.document("budget", media).truth
        self._sums: dict[str, int] = dict(
            sorted(truth["totals"].items(), key=lambda item: (-item[1], item[0]))
        )
        self._total = int(truth["total"])
        self._items = draw.sample(tuple(truth["totals"]), 3, "items")
        self._kind = draw.pick(("bar", "pie"), "kind")
        self._title = draw.pick(
            ("Where our money goes", "What half a year costs", "Our costs at a glance"), "title"
        )
        self._speaker = draw.pick(_SPEAKERS, "speaker")
        month = draw.pick(("April", "May", "September"), "month")
        self._day = f"{draw.whole(2, 27, 'day')} {month} 2026"
        first, second, third = (item.lower() for item in self._items)
        message = (
            f"About the slides for the board. The title on the first slide is: {self._title}. I want the "
            f"chart as {_SPOKEN[self._kind]} For the chart, take {first}, {second}, and {third}, and nothing "
            "else. That is all for now, thank you."
        )
        self.inputs = given(WorldFile("budget.xlsx", "document", "budget", media), dictated(message, draw))
        self.sabotage = Sabotage(
            tool="slides/add_chart", fault="move_shape", path=_DECK, settings={"text": _TABLE, "down": 2.2}
        )
        self.words = {"recording": self.recording, "speaker": self._speaker, "day": self._day}
        self.key_facts = (self._title,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        title, items, kind = self._title, self._items, self._kind
        if skipped is Shortcut.DEAF:
            title, items, kind = "Board meeting", list(self._sums)[-3:], "pie" if kind == "bar" else "bar"
        heard, sums, made = yield [
            self.transcribe(),
            call("sheets/read_range", path="budget.xlsx"),
            create_deck(_DECK),
        ]
        about = "Finance department"
        if skipped is not Shortcut.UNASKED:
            yield ask("Who is the speaker?", "What is the date of the meeting?", uses=(heard,))
            about = f"{self._speaker}, {self._day}"
        for _ in range(3):
            yield [add_slide(_DECK, made)]
        yield [_text(1, title, 40, 6.0, 2.4, heard)]
        yield [_text(1, about, 24, 9.5, 1.6, heard)]
        moved = yield from self._table_slide(sums, skipped)
        yield [_text(3, _CHART, 30, 0.6, 1.8, heard)]
        yield [_text(3, _FOOTER, 14, 17.65, 1.2, heard)]
        yield [
            call(
                "slides/add_chart", heard, sums, path=_DECK, slide=3,
                kind="column" if kind == "bar" else "pie", categories=items,
                series={"Sum": [self._sums[item] for item in items]},
                left_cm=4, top_cm=3, width_cm=26, height_cm=14,
            )
        ]  # fmt: skip
        if skipped not in (Shortcut.UNINSPECTED, Shortcut.TRUSTING):
            (seen,) = yield [call("render/render_document", path=_DECK)]
            yield [
                call(
                    "slides/place_shape",
                    seen,
                    moved,
                    path=_DECK,
                    slide=2,
                    shape=moved.data["shape"],
                    top_cm=0.6,
                )
            ]
            yield [call("render/render_document", path=_DECK)]
        yield from self._write_note(items, sums, heard)
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", path=_NOTE)]
        yield done("The papers are ready.", _DECK, _NOTE)
        return self._solution()

    def _table_slide(self, sums: CallResult, skipped: Shortcut | None) -> Steps[CallResult]:
        """Make the slide with the table, and return its headline."""
        (headline,) = yield [_text(2, _TABLE, 30, 0.6, 1.8, sums)]
        rows = [["Item", "Sum"], *([item, f"{amount:,}"] for item, amount in self._sums.items())]
        (table,) = yield [
            add_table(_DECK, [*rows, ["Total", f"{self._total:,}"]], 20, (4, 6.0, 26, 6), sums, slide=2)
        ]
        yield [_text(2, _FOOTER, 14, 17.65, 1.2, sums)]
        if skipped is not Shortcut.UNINSPECTED:
            (seen,) = yield [call("render/render_document", path=_DECK, pages="2")]
            place = {"path": _DECK, "slide": 2, "shape": table.data["shape"]}
            yield [call("slides/place_shape", seen, table, top_cm=2.8, height_cm=13.5, **place)]
            yield [call("render/render_document", path=_DECK, pages="2")]
        return headline

    def _write_note(self, items: Sequence[str], sums: CallResult, heard: CallResult) -> Steps[CallResult]:
        (made,) = yield [call("word/create_document", path=_NOTE)]
        yield [call("word/add_heading", made, path=_NOTE, text="Summary", level=1)]
        yield [
            call("word/add_paragraph", sums, path=_NOTE, text=f"From January to June: {self._total:,} EUR.")
        ]
        rows = [["Item", "Sum"], *([item, f"{self._sums[item]:,}"] for item in items)]
        yield [call("word/add_table", sums, heard, path=_NOTE, rows=rows)]
        return made

    def _solution(self) -> Solution:
        amounts = tuple(float(self._sums[item]) for item in self._items)
        rows = tuple((item, f"{amount:,}") for item, amount in self._sums.items())
        listed = tuple((item, f"{self._sums[item]:,}") for item in self._items)
        texts = ((self._title, self._speaker, self._day), (_TABLE, _FOOTER), (_CHART, _FOOTER))
        return solved(
            f"{_DECK} has three slides, {_NOTE} one page.",
            format_point("Deck and summary are there.", FileExists(_DECK), FileExists(_NOTE)),
            tool_point("The user was asked.", UserAsked(("speaker", "date of the meeting"))),
            tool_point("The slides have their titles and footers.", SlideTexts(_DECK, per_slide=texts)),
            tool_point(
                "The table has all sums.", SlideTable(_DECK, (*rows, ("Total", f"{self._total:,}")), slide=2)
            ),
            tool_point(
                "The chart shows what was dictated.",
                SlideChart(_DECK, self._kind, tuple(self._items), amounts, slide=3),
            ),
            tool_point(
                "The summary is right.",
                DocxContent(
                    _NOTE,
                    headings=("Summary",),
                    paragraphs=(f"From January to June: {self._total:,} EUR.",),
                    tables=((("Item", "Sum"), *listed),),
                ),
            ),
            tool_point("Nothing covers anything or runs off a slide.", PageLayout(_DECK)),
            tool_point("Nothing runs off the page.", PageLayout(_NOTE)),
        )


def _text(slide: int, text: str, size: int, top: float, height: float, *uses: CallResult) -> PlannedCall:
    return add_text(_DECK, text, size, (2, top, 29, height), *uses, slide=slide)
