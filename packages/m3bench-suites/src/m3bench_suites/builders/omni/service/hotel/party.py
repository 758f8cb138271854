"""A wedding party: a list of rooms, a message that changes it, and a paper sheet for the porter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from m3bench.checks import (
    Check,
    Expected,
    FileExists,
    PageLayout,
    PdfArea,
    PdfContent,
    PdfCopy,
    RecordState,
    UserAsked,
)
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import bookings_of, is_coming, stamp, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

_GIVEN, _MADE = "sheet.pdf", "party.pdf"
_LABELS = (
    "Name of the party:",
    "Rooms that are taken:",
    "Charged today for extras, in cents:",
    "Person responsible, and the telephone number on the day of arrival:",
    "Arrival of the party (hour):",
)
_FIRST_LINE, _STEP = 3, 2
_MARGIN, _LINE = 28.35, 19.84
_NARROW, _WIDE = 210, 390
_BREAKFAST, _PARKING = "Breakfast", "Parking"
Record = dict[str, Any]


class WeddingParty(Scenario):
    """One room is given back, one guest comes by car, and one label of the sheet is longer than others."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company, self._gone, self._car, self._fed, self._done = self._drawn(draw)
        self._party = f"Wedding {draw.pick(('Linden', 'Marlowe', 'Okafor', 'Sorensen', 'Castell'), 'party')}"
        person = draw.pick(("Ines Marlow", "Piet Aalto", "Rosa Quint", "Karl Obi"), "person")
        self._person = f"{person}, 555-01{draw.whole(10, 99, 'phone')}"
        self._hour = f"{draw.whole(13, 19, 'hour')}:30"
        self._list = draw.sample([self._gone, self._car, self._fed, self._done], 4, "rows")
        food = {self._fed["id"]: "yes", self._done["id"]: "yes", self._gone["id"]: "yes"}
        rows = [[booking["id"], self._name(booking), food.get(booking["id"], "no")] for booking in self._list]
        message = (
            f"Hello, I am calling about the rooms of our wedding party. {self._name(self._gone)} is ill, "
            f"so we give that room back. And {self._name(self._car)} will come by car and needs a place for "
            "it. All the rest is as in the list."
        )
        page = [f"{self._company.name}: sheet for the porter", "", ""]
        for label in _LABELS:
            page += [label, *[""] * (_STEP - 1)]
        page += ["", "The porter keeps this sheet until the party has left."]
        self._page = page
        self.inputs = given(
            voice_message(message, draw),
            DataFile("rooms.xlsx", "xlsx", {"Rooms": [["Booking", "Guest", "Breakfast"], *rows]}),
            DataFile(_GIVEN, "pdf", {"pages": [page]}),
        )
        self.words = {
            "company": self._company,
            "party": self._party,
            "recording": self.recording,
            "person": self._person,
            "hour": self._hour,
        }
        self.key_facts = (self._name(self._gone), self._name(self._car))

    def _drawn(self, draw: TaskDraw) -> tuple[Any, Record, Record, Record, Record]:
        """Draw a company, and four bookings of different people: cancelled, with a car, to feed, fed."""
        coming: dict[str, tuple[Any, list[Record]]] = {}
        for company, booking in bookings_of(draw, "hotel"):
            if is_coming(draw, booking):
                coming.setdefault(company.code, (company, []))[1].append(booking)
        company, bookings = draw.pick(list(coming.values()), "company")
        fits: tuple[Callable[[set[str]], bool], ...] = (
            lambda has: _BREAKFAST in has,
            lambda has: _BREAKFAST not in has,
            lambda has: _PARKING not in has,
            lambda _: True,
        )
        chosen: list[Record] = []
        people: set[str] = set()
        for index, fit in enumerate(fits):
            left = [
                booking
                for booking in bookings
                if fit({extra["name"] for extra in booking["extras"]})
                and company.customers[booking["customer_id"]]["name"] not in people
            ]
            if not left:
                raise PlanError("too few bookings for a party")
            chosen.append(draw.pick(left, "member", index))
            people.add(company.customers[chosen[-1]["customer_id"]]["name"])
        settled, fed, car, gone = chosen
        return company, gone, car, fed, settled

    def _name(self, booking: Record) -> str:
        return str(self._company.customers[booking["customer_id"]]["name"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        heard, read, _ = yield [
            self.transcribe(),
            call("sheets/read_range", path="rooms.xlsx"),
            call("render/render_document", path=_GIVEN),
        ]
        records = yield [
            call("bookings/get_booking", read, booking_id=booking["id"]) for booking in self._list
        ]
        person, hour, told = self._person, self._hour, []
        if skipped is Shortcut.UNASKED:
            person, hour = "the organiser", "15:00"
        else:
            told = list(
                (
                    yield ask(
                        "Who is the person responsible, and what is the telephone number?",
                        "What is the hour of arrival?",
                    )
                )
            )
        gone, car = self._gone, self._car
        if skipped is Shortcut.DEAF:
            gone = self._done
        (back,) = yield [
            call("bookings/cancel_booking", heard, *records, booking_id=gone["id"],
                 reason="Given back by the organiser of the party")
        ]  # fmt: skip
        charged: list[CallResult] = []
        for booking, extra in ((car, _PARKING), (self._fed, _BREAKFAST)):
            charged += yield [
                call("bookings/add_extra", heard, *records, booking_id=booking["id"], extra=extra)
            ]
        amounts = tuple(result.data["charged_cents"] for result in charged)
        entries = [self._party, "3", str(sum(amounts)), person, hour]
        yield from self._fill(entries, _NARROW, *told, *charged)
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", path=_MADE)]
            yield from self._fill(entries, _WIDE, *told, *charged)
            yield [call("render/render_document", path=_MADE)]
        yield done("The party is prepared.", _MADE)
        return self._solution(gone["id"], back.data["refunded_cents"], amounts)

    def _fill(self, entries: list[str], left: float, *uses: CallResult) -> Any:
        """Write the entries beside the labels, all at the same distance from the edge."""
        for index, text in enumerate(entries):
            top = _MARGIN + _LINE * (_FIRST_LINE + _STEP * index) + 4
            yield [stamp(_MADE if index else _GIVEN, _MADE, text, (left, top), 11, *uses)]

    def _solution(self, gone: str, refunded: int, amounts: tuple[int, ...]) -> Solution:
        booking = self._gone
        kept = {"status": "cancelled", "price_cents": 0}
        extras = [
            RecordState(
                "bookings",
                booking["id"],
                {"sort(extras[].name)": sorted([*(extra["name"] for extra in booking["extras"]), name])},
            )
            for booking, name in ((self._car, _PARKING), (self._fed, _BREAKFAST))
        ]
        allowed = [("bookings", changed["id"]) for changed in (booking, self._car, self._fed)]
        allowed.append(("offers", booking["offer_id"]))
        entries = (self._party, str(sum(amounts)), self._person, self._hour)
        return solved(
            f"{gone} is given back: {refunded} cents; extras: {sum(amounts)} cents.",
            tool_point("The room is cancelled.", RecordState("bookings", booking["id"], kept)),
            tool_point("The extras are booked, each once.", *extras),
            tool_point("The organiser was asked.", UserAsked(("person responsible", "hour of arrival"))),
            unchanged_point(*allowed),
            format_point("party.pdf was made.", FileExists(_MADE)),
            tool_point(
                "The sheet has all entries and all printed words.",
                PdfContent(_MADE, pages=1, contains=(*entries, *filter(None, self._page))),
                PdfCopy(_MADE, _GIVEN, (*entries, "3")),
            ),
            tool_point("Each entry is beside its label.", *self._areas((self._party, "3", *entries[1:]))),
            tool_point("Nothing is covered.", PageLayout(_MADE)),
            given_back=gone,
            refunded_cents=refunded,
            extras_cents=Expected(sum(amounts), grounds=amounts),
        )

    def _areas(self, entries: tuple[str, ...]) -> tuple[Check, ...]:
        """Return that each entry is in its line, to the right of its label."""
        areas = []
        for index, (label, entry) in enumerate(zip(_LABELS, entries, strict=True)):
            left = _MARGIN + 5.4 * len(label) + 6
            top = _MARGIN + _LINE * (_FIRST_LINE + _STEP * index)
            area = (left, top - 4, 590 - left, _LINE + 8)
            areas.append(PdfArea(_MADE, 1, area, source=_GIVEN, least=0.0005, texts=(entry,)))
        return tuple(areas)
