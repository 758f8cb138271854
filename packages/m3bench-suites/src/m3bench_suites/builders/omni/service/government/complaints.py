"""Complaints that are made public without names."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import FileExists, PdfArea, PdfContent, PdfCopy, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_company, lines_pdf, text_area, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

_LETTER, _PUBLIC, _OFFICIALS = "complaint.pdf", "public.pdf", "officials.csv"
_PAD = 2.0
_MARGIN = 1.0
_Area = tuple[int, str, str, int]


class PublicComplaint(Scenario):
    """A letter whose second page names the sender in another way than the first."""

    shortcuts = (Shortcut.UNINSPECTED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "government services")
        fitting = [ticket for ticket in self._company.tickets.values() if ticket["status"] == "open"]
        if not fitting:
            raise PlanError("no ticket is open")
        visits = [ticket for ticket in fitting if ticket["about"] in self._company.bookings]
        self._ticket = draw.pick(visits or fitting, "ticket")
        citizen = self._company.customers[self._ticket["customer_id"]]
        self._name, self._surname = citizen["name"], citizen["name"].split()[-1]
        officials = [agent for agent in self._company.agents if self._surname not in agent]
        official = draw.pick(officials, "official")
        digits = [draw.whole(100, 999, "area"), draw.whole(1_000, 9_999, "line")]
        self._phone, self._spaced = (sign.join(["555", *map(str, digits)]) for sign in "- ")
        self._first, self._second = self._pages(draw, official)
        self.inputs = given(
            lines_pdf(_LETTER, self._first, self._second, title="Complaint"),
            DataFile(_OFFICIALS, "csv", [["Name", "Team"], *map(list, self._company.agents.items())]),
        )
        self.words = {"company": self._company, "ticket": self._ticket}

    def _pages(self, draw: TaskDraw, official: str) -> tuple[list[str], list[str]]:
        reference = f"C-{draw.whole(1_000, 9_999, 'reference')}"
        hours = draw.pick(("two", "three", "four"), "hours")
        first = [
            f"To {self._company.name}, team Complaints",
            "",
            f"Complaint, reference {reference}",
            f"From: {self._name}, telephone {self._phone}",
            "",
            f"At my appointment I waited for {hours} hours, and then the counter was closed.",
            f"Official in charge: {official}, who was friendly but could not help me.",
            "I was promised a call on the same day. Nobody called me.",
            "",
            "Please turn the page.",
        ]
        second = [
            f"Complaint, reference {reference}, page 2",
            "",
            "What I ask for: a new appointment this month, and an answer in writing.",
            f"In the evening I can be reached at {self._spaced}.",
            f"Please send the answer to the attention of {official}.",
            "",
            f"Signed: {self._surname}",
        ]
        self._removed: tuple[_Area, ...] = (
            (1, "From: ", self._name, 3),
            (1, f"From: {self._name}, telephone ", self._phone, 3),
            (2, "In the evening I can be reached at ", self._spaced, 3),
            (2, "Signed: ", self._surname, 6),
        )
        self._kept: tuple[_Area, ...] = (
            (1, "", first[2], 2),
            (1, "", first[5], 5),
            (1, "Official in charge: ", official, 6),
            (2, "", second[2], 2),
            (2, "Please send the answer to the attention of ", official, 4),
        )
        return first, second

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        ticket = self._ticket["id"]
        yield [
            call("pdf/read_text", path=_LETTER, pages="1"),
            call("files/read_text", path=_OFFICIALS),
            call("tickets/get_ticket", ticket_id=ticket),
        ]
        hits = yield [call("pdf/find_text", path=_LETTER, text=text) for text in (self._name, self._phone)]
        yield [_redact(_LETTER, hits)]
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", path=_PUBLIC)]
            hits = yield [
                call("pdf/find_text", path=_PUBLIC, text=text, pages="2")
                for text in (self._spaced, self._surname)
            ]
            yield [_redact(_PUBLIC, hits)]
            yield [call("render/render_document", path=_PUBLIC)]
        yield [call("tickets/add_comment", ticket_id=ticket, text=f"{_PUBLIC} is ready for the public.")]
        yield [call("tickets/set_status", ticket_id=ticket, status="pending")]
        yield done("The complaint can be published.", _PUBLIC)
        return self._solution()

    def _solution(self) -> Solution:
        gone = [
            PdfArea(_PUBLIC, page, _inside(line, before, text), shows="nothing", lacks=(self._name, text))
            for page, before, text, line in self._removed
        ]
        kept = [
            PdfArea(_PUBLIC, page, text_area(line, before, text), least=0.05)
            for page, before, text, line in self._kept
        ]
        state = {
            "status": "pending",
            "comments[-1].public": False,
            "comments[-1].text": {"$contains": _PUBLIC},
        }
        return solved(
            f"{_PUBLIC} has no names or telephone numbers of citizens.",
            format_point(
                "The paper has both pages, and says nothing new.",
                FileExists(_PUBLIC),
                PdfContent(_PUBLIC, pages=2),
                PdfCopy(_PUBLIC, _LETTER, removed=True),
            ),
            tool_point("Nothing on the first page tells who complains.", *gone[:2]),
            tool_point("Nor does anything on the second page.", *gone[2:]),
            tool_point("Officials, dates and the complaint itself can be read.", *kept),
            tool_point("The ticket is up to date.", RecordState("tickets", self._ticket["id"], state)),
            unchanged_point(("tickets", self._ticket["id"])),
        )


def _inside(line: int, before: str, text: str) -> tuple[float, float, float, float]:
    """Return where a text is, without its margins: what is painted over it may end there."""
    left, top, width, height = text_area(line, before, text)
    return round(left + _MARGIN, 1), top, round(width - 2 * _MARGIN, 1), height


def _redact(path: str, results: Sequence[CallResult]) -> PlannedCall:
    areas = [
        {
            "page": hit["page"],
            "left": area["left"] - _PAD,
            "top": area["top"] - _PAD,
            "width": area["width"] + 2 * _PAD,
            "height": area["height"] + 2 * _PAD,
        }
        for result in results
        for hit in result.data["hits"]
        for area in hit["areas"]
    ]
    return call("pdf/redact_areas", *results, path=path, areas=areas, output=_PUBLIC)
