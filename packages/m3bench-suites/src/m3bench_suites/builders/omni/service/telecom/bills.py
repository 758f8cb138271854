"""Copies of bills in which what others must not see is painted over."""

from __future__ import annotations

from typing import Any

from m3bench.checks import FileExists, PdfArea, PdfCopy, RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import draw_caller, hit_areas, is_active, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

Area = dict[str, Any]
_COPY = "copy.pdf"
_TOP, _LINE = 28.35, 19.84


class RedactedBill(Scenario):
    """A bill and a message: numbers to hide, of which one is written in another way than the others."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "telecom", "accounts", is_active)
        ends = draw.sample(range(10, 99), 5, "numbers")
        self._numbers = [f"555-01{end}" for end in ends]
        self._hidden, self._other = self._numbers[0], self._numbers[1]
        self._bill = f"{self._caller.code}-{draw.whole(100_000, 999_999, 'bill')}"
        self._calls = [0, *draw.sample((0, 1, 2, 3, 4, 0, 2), 7, "calls"), 1]
        message = (
            "Hello, I need the copy of my bill for my landlord. Please hide the number of my line, and "
            f"wherever it is written, the number {spelled(self._hidden)}. Everything else may be seen."
        )
        self.inputs = given(
            voice_message(message, draw),
            DataFile("bill.pdf", "pdf", {"pages": self._pages(), "title": "Bill"}),
        )
        self.words = {"caller": self._caller, "recording": self.recording}
        self.shown = (self._hidden,)
        self.key_facts = (self._hidden,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        number, line = self._hidden, self._caller.record["id"]
        (seen,) = yield [call("render/render_document", path="bill.pdf")]
        uses = [seen]
        if skipped is Shortcut.DEAF:
            number = self._other
        else:
            uses += yield [self.transcribe()]
        hits = yield [
            call("pdf/find_text", *uses, path="bill.pdf", text=line),
            call("pdf/find_text", *uses, path="bill.pdf", text=number),
        ]
        areas = [area for hit in hits for area in hit_areas(hit)]
        yield [call("pdf/redact_areas", *hits, path="bill.pdf", areas=areas, output=_COPY)]
        if skipped is None:
            areas = yield from self._revision(areas)
        text = f"Copy of bill {self._bill} for the landlord."
        yield [self._caller.note(text)]
        yield done("The copy is ready.", _COPY)
        return self._solution(areas)

    def _revision(self, areas: list[Area]) -> Steps[list[Area]]:
        """Look at the copy, find the number in its other spelling, and look again."""
        (draft,) = yield [call("render/render_document", path=_COPY)]
        (hit,) = yield [call("pdf/find_text", draft, path="bill.pdf", text=self._hidden.replace("-", ""))]
        areas = [*areas, *hit_areas(hit)]
        yield [call("pdf/redact_areas", hit, path="bill.pdf", areas=areas, output=_COPY)]
        yield [call("render/render_document", path=_COPY)]
        return areas

    def _pages(self) -> list[list[str]]:
        draw, record = self.draw, self._caller.record
        first = [
            f"{self._caller.company.name}", f"Bill {self._bill}", "", f"Customer: {self._caller.name}",
            f"Line: {record['id']}", f"Tariff: {record['tariff']['name']}",
            f"Monthly price: {record['tariff']['monthly_cents']} cents", "Month: October 2025", "",
            f"Favourite number: {self._hidden.replace('-', '')}", "Free minutes to it: 60",
        ]  # fmt: skip
        days = sorted(draw.sample(range(1, 31), len(self._calls), "days"))
        calls = [
            f"2025-10-{day:02d}    {self._numbers[place]}    {draw.whole(1, 50, 'minutes', day)} minutes"
            for day, place in zip(days, self._calls, strict=True)
        ]
        return [first, [f"Calls of {record['id']}", "", *calls]]

    def _solution(self, areas: list[Area]) -> Solution:
        hidden = tuple(
            PdfArea(
                _COPY, area["page"],
                (area["left"] + 1, area["top"] + 1, area["width"] - 2, area["height"] - 2), "nothing",
                lacks=(self._hidden, self._caller.record["id"], self._hidden.replace("-", "")),
            )
            for area in areas
        )  # fmt: skip
        others = [line for line, caller in enumerate(self._calls, 2) if caller][:3]
        kept = [(2, place, 200.0) for place in others] + [(2, 2, 52.0), (1, 6, 200.0), (1, 10, 200.0)]
        noted = {"customer_id": self._caller.id, "text": {"$contains": self._bill}}
        notes = f"{self._caller.code}-N9*"
        return solved(
            f"{_COPY} is the bill without the numbers that you named.",
            format_point(f"{_COPY} is there.", FileExists(_COPY)),
            tool_point("What the customer named is gone, in every spelling.", *hidden),
            tool_point(
                "All else is as it was.",
                PdfCopy(_COPY, "bill.pdf", removed=True),
                *(
                    PdfArea(_COPY, page, (28.0, _TOP + place * _LINE, width, _LINE), "source", "bill.pdf")
                    for page, place, width in kept
                ),
            ),
            tool_point("A note names the bill.", RecordCreated("customer_notes", noted, keys=notes)),
            unchanged_point(("customer_notes", notes)),
        )
