"""A storm: flights are cancelled, travellers want their money or a later flight, and the hall needs a "
"notice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.checks import AllowedChange, Expected, RecordState, RecordUnchanged, UserAsked
from m3bench.core import ASK_USER, Difficulty, Shortcut, SimulatedUser, UserFact
from m3bench.suites import CallResult, DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import (
    Notice,
    bookings_of,
    is_coming,
    later_offers,
    spoken_day,
    voice_message,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_HEADLINE = "Flights cancelled because of the storm: what we have arranged for you, and whom you can call"
_LATER, _BACK = "later flight", "money back"
Record = dict[str, Any]


class Storm(Scenario):
    """A message names the flights, a table the wishes, and one wish and a telephone number are missing."""

    difficulty = Difficulty.HARD
    servers = ("bookings", "sheets", "slides", "render", "speech-recognition", "claim-done")
    distractors = ("orders", "customers", "charts", "word")
    closed_loop = True
    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company, self._moved, self._asked, self._back, self._spared = self._drawn(draw)
        self._open_wish = draw.pick((_LATER, _BACK), "wish")
        self._hotline = f"555-01{draw.whole(10, 99, 'hotline')}"
        self._list = draw.sample([self._moved, self._asked, self._back, self._spared], 4, "rows")
        wishes = {self._moved["id"]: _LATER, self._back["id"]: _BACK, self._asked["id"]: None}
        wishes[self._spared["id"]] = draw.pick((_LATER, _BACK), "spared")
        rows = [[one["id"], self._name(one), wishes[one["id"]]] for one in self._list]
        recording = draw.recording_name()
        flights = " ".join(
            f"{one['name']}, on {spoken_day(one['starts_at'])}."
            for one in (self._back, self._asked, self._moved)
        )
        message = (
            f"This is the control room. Because of the storm, three flights are cancelled. {flights} "
            "All other flights leave as planned."
        )
        self.inputs = Inputs(
            files=(DataFile("travellers.xlsx", "xlsx", {"List": [["Booking", "Traveller", "Wish"], *rows]}),),
            world_files=(voice_message(recording, message, draw, "noise"),),
        )
        name = self._name(self._asked)
        answer = "They cannot travel any more and want to be paid." if self._open_wish == _BACK else (
            "They still want to go and can wait some days."
        )  # fmt: skip
        self.user = SimulatedUser(
            persona="the supervisor of the desk",
            goal="All travellers are looked after, and the notice hangs in the hall.",
            manner="curt",
            facts=(
                UserFact(f"wish of {name}", answer, (name, f"what {name} wants", "missing wish")),
                UserFact(
                    "hotline number", f"It is {self._hotline}.", ("hotline", "telephone number", "phone")
                ),
            ),
        )
        self.words = {"company": self._company, "recording": recording}
        self.shown = tuple(one["id"] for one in self._list)
        self.key_facts = tuple(spoken_day(one["starts_at"]) for one in (self._back, self._moved))

    def _drawn(self, draw: TaskDraw) -> tuple[Any, Record, Record, Record, Record]:
        """Draw a company and four bookings, of which two on different routes can be moved."""
        coming: dict[str, tuple[Any, list[Record]]] = {}
        for company, one in bookings_of(draw, "travel"):
            if is_coming(draw, one):
                coming.setdefault(company.code, (company, []))[1].append(one)
        company, bookings = draw.pick(list(coming.values()), "company")
        movable = [one for one in bookings if len(later_offers(company, one)) > 2]
        moved = draw.pick(movable, "moved")
        others = [one for one in movable if one["name"] != moved["name"]]
        if not others:
            raise PlanError("no two routes with later flights")
        asked = draw.pick(others, "asked")
        left = [one for one in bookings if one not in (moved, asked)]
        back = draw.pick(
            [one for one in left if self._day(one) not in map(self._day, (moved, asked))], "back"
        )
        cancelled = [self._day(one) for one in (moved, asked, back)]
        spared = draw.pick([one for one in left if self._day(one) not in cancelled], "spared")
        return company, moved, asked, back, spared

    @staticmethod
    def _day(record: Record) -> tuple[str, str]:
        return record["name"], record["starts_at"][:10]

    def _name(self, booking: Record) -> str:
        return str(self._company.customers[booking["customer_id"]]["name"])

    def _next(self, booking: Record) -> Record:
        cancelled = [self._day(one) for one in (self._moved, self._asked, self._back)]
        return next(one for one in later_offers(self._company, booking) if self._day(one) not in cancelled)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        heard, read = yield [
            call("speech-recognition/transcribe", path=self.inputs.world_files[0].name),
            call("sheets/read_range", path="travellers.xlsx"),
        ]
        found = yield [call("bookings/get_booking", read, booking_id=one["id"]) for one in self._list]
        wish, hotline = self._open_wish, self._hotline
        told: Sequence[CallResult] = ()
        if skipped is Shortcut.UNASKED:
            wish, hotline = _BACK if wish == _LATER else _LATER, "555-0100"
        else:
            told = yield [
                call(ASK_USER, read, question=f"What is the wish of {self._name(self._asked)}?"),
                call(ASK_USER, question="What is the hotline number for the notice?"),
            ]
        moved = [self._moved] + ([self._asked] if wish == _LATER else [])
        back = [self._back] + ([self._asked] if wish == _BACK else [])
        if skipped is Shortcut.DEAF:
            moved = (
                [self._moved, self._spared] if later_offers(self._company, self._spared) else [self._moved]
            )
        offers = yield [
            call("bookings/search_offers", found[0], company=self._company.code, query=one["name"],
                 first_day=one["starts_at"][:10], guests=one["guests"])
            for one in moved
        ]  # fmt: skip
        done: dict[str, str] = {}
        changed: list[CallResult] = []
        refunded: list[CallResult] = []
        for one in moved:
            changed += yield [
                call("bookings/change_booking", heard, *told, *offers, booking_id=one["id"],
                     offer_id=self._next(one)["id"], waive_fee=True)
            ]  # fmt: skip
            done[one["id"]] = f"Moved to {self._next(one)['id']}"
        for one in back:
            refunded += yield [
                call("bookings/cancel_booking", heard, *told, *found, booking_id=one["id"],
                     reason="Flight cancelled because of the storm", waive_fee=True)
            ]  # fmt: skip
            done[one["id"]] = f"Refund of {refunded[-1].data['refunded_cents']} cents"
        rows = tuple((one["id"], one["name"], done[one["id"]]) for one in self._list if one["id"] in done)
        notice = Notice(
            path="notice.pptx",
            headline=_HEADLINE,
            columns=("Booking", "Route", "Arrangement"),
            rows=rows,
            footer=f"Hotline: {hotline}",
        )
        inspected = skipped is not Shortcut.UNINSPECTED
        yield from notice.make(*changed, *refunded, *told, inspected=inspected)
        yield [call("claim-done/claim_done", summary="All is arranged.", artefacts=["notice.pptx"])]
        return self._solution(notice, rows, tuple(one.data["refunded_cents"] for one in refunded))

    def _solution(
        self, notice: Notice, rows: tuple[tuple[str, ...], ...], refunds: tuple[int, ...]
    ) -> Solution:
        moved = [self._moved] + ([self._asked] if self._open_wish == _LATER else [])
        back = [self._back] + ([self._asked] if self._open_wish == _BACK else [])
        offers = {one["offer_id"] for one in (*moved, *back)} | {self._next(one)["id"] for one in moved}
        allowed = [AllowedChange("bookings", one["id"]) for one in (*moved, *back)]
        allowed += [AllowedChange("offers", key) for key in sorted(offers)]
        name = self._name(self._asked)
        return Solution(
            answer=f"Changed: {', '.join(row[0] for row in rows)}; {sum(refunds)} cents are refunded.",
            fields={
                "changed": Expected(items=tuple(Expected(row[0]) for row in rows)),
                "refunded_cents": Expected(sum(refunds), grounds=refunds),
            },
            points=(
                tool_point(
                    "Who wanted a later flight has the next one, without a fee.",
                    *(
                        RecordState(
                            "bookings",
                            one["id"],
                            {
                                "offer_id": self._next(one)["id"],
                                "class": one["class"],
                                "fees_cents": one["fees_cents"],
                            },
                        )
                        for one in moved
                    ),
                ),
                tool_point(
                    "Who wanted the money has all of it.",
                    *(
                        RecordState(
                            "bookings", one["id"], {"status": "cancelled", "total_cents": one["fees_cents"]}
                        )
                        for one in back
                    ),
                ),
                tool_point("The supervisor was asked.", UserAsked((f"wish of {name}", "hotline number"))),
                tool_point("Nothing else was changed.", RecordUnchanged(tuple(allowed))),
                format_point("notice.pptx is a deck.", *notice.file_checks()),
                tool_point("It has headline, arrangements and hotline.", *notice.text_checks()),
                tool_point("It can be read: nothing covers anything.", *notice.layout_checks()),
            ),
        )
