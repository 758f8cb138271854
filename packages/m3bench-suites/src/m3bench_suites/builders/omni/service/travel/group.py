"""The wishes of a group: a table, and a message that corrects it."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import bookings_of, is_coming, unchanged_point
from m3bench_suites.builders.tasks import tool_point

_WORDS = {
    "Checked bag 23 kg": "a suitcase to check in",
    "Meal": "something to eat on board",
    "Seat with legroom": "a seat for long legs",
}


class GroupExtras(Scenario):
    """Two extras are to be booked; one is booked already, and one booking was cancelled."""

    shortcuts = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company, self._new, self._changed, self._has, self._gone = self._drawn(draw)
        free = self._missing(self._changed)
        self._old, self._wish = draw.sample(free, 2, "wish")
        self._first = draw.pick(self._missing(self._new), "first")
        had = draw.pick([extra["name"] for extra in self._has["extras"]], "had")
        lost = draw.pick(tuple(_WORDS), "lost")
        wishes = [(self._new, self._first), (self._changed, self._old), (self._has, had), (self._gone, lost)]
        rows = [[booking["id"], self._name(booking), _WORDS[extra]] for booking, extra in wishes]
        message = (
            f"Hello, it is me again, about the list of our group. {self._name(self._changed)} has changed "
            "plans: "
            f"please book {_WORDS[self._wish]}, and not {_WORDS[self._old]}. All the others stay as they are."
        )
        table = [["Booking", "Traveller", "Wish"], *draw.sample(rows, len(rows), "rows")]
        self.inputs = given(voice_message(message, draw), DataFile("wishes.xlsx", "xlsx", {"Group": table}))
        self.words = {"company": self._company, "recording": self.recording}
        self.key_facts = (_WORDS[self._wish],)

    def _drawn(self, draw: TaskDraw) -> tuple[Any, Any, Any, Any, Any]:
        """Draw a company, and four bookings of different people."""
        choices: dict[str, tuple[Any, list[Any]]] = {}
        for company, booking in bookings_of(draw, "travel"):
            choices.setdefault(company.code, (company, []))[1].append(booking)
        for company, bookings in draw.sample(list(choices.values()), len(choices), "company"):
            members = self._members(draw, company, bookings)
            if members is not None:
                gone, has, mended, new = members
                return company, new, mended, has, gone
        raise PlanError("too few bookings for a group")

    def _members(self, draw: TaskDraw, company: Any, bookings: list[Any]) -> list[Any] | None:
        coming = [booking for booking in bookings if is_coming(draw, booking)]
        groups = (
            [booking for booking in bookings if booking["status"] == "cancelled"],
            [booking for booking in coming if booking["extras"]],
            [booking for booking in coming if len(self._missing(booking)) >= 2],
            [booking for booking in coming if self._missing(booking)],
        )
        chosen: list[Any] = []
        for index, group in enumerate(groups):
            people = {company.customers[booking["customer_id"]]["name"] for booking in chosen}
            left = [
                booking
                for booking in group
                if company.customers[booking["customer_id"]]["name"] not in people
            ]
            if not left:
                return None
            chosen.append(draw.pick(left, "member", index))
        return chosen

    @staticmethod
    def _missing(booking: Any) -> list[str]:
        there = {extra["name"] for extra in booking["extras"]}
        return [name for name in _WORDS if name not in there]

    def _name(self, booking: Any) -> str:
        return str(self._company.customers[booking["customer_id"]]["name"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        wish = self._old if skipped is Shortcut.DEAF else self._wish
        read, heard = yield [call("sheets/read_range", path="wishes.xlsx"), self.transcribe()]
        records = yield [
            call("bookings/get_booking", read, booking_id=booking["id"])
            for booking in (self._new, self._changed, self._has, self._gone)
        ]
        charged: list[CallResult] = []
        for booking, extra in ((self._new, self._first), (self._changed, wish)):
            charged += yield [
                call("bookings/add_extra", heard, *records, booking_id=booking["id"], extra=extra)
            ]
        (report,) = yield [
            call(
                "tickets/create_ticket",
                *records,
                company=self._company.code,
                customer_id=self._gone["customer_id"],
                subject=f"Wish of a group for {self._gone['id']}",
                text="The booking is cancelled, so the extra of the group's list was not booked.",
                team="Reservations",
                about_id=self._gone["id"],
            )
        ]
        yield done("The extras were booked.")
        return self._solution(
            sum(result.data["charged_cents"] for result in charged), report.data["ticket_id"], charged
        )

    def _solution(self, total: int, report: str, charged: list[CallResult]) -> Solution:
        new = f"{self._company.code}-T9*"
        points = []
        for booking, extra in ((self._new, self._first), (self._changed, self._wish)):
            wanted = sorted([*(had["name"] for had in booking["extras"]), extra])
            points.append(
                tool_point(
                    f"{booking['id']} has its extra, and no other.",
                    RecordState("bookings", booking["id"], {"sort(extras[].name)": wanted}),
                )
            )
        ticket = {"about": self._gone["id"], "team": "Reservations", "priority": "normal"}
        allowed = (("bookings", self._new["id"]), ("bookings", self._changed["id"]), ("tickets", new))
        amounts = tuple(result.data["charged_cents"] for result in charged)
        return solved(
            f"{total} cents are charged; {self._gone['id']} was not served, see {report}.",
            *points,
            tool_point(
                "The cancelled booking was reported once.",
                RecordCreated("tickets", {"customer_id": self._gone["customer_id"], **ticket}, keys=new),
            ),
            unchanged_point(*allowed),
            charged_cents=Expected(total, grounds=amounts),
            not_served=self._gone["id"],
            report=report,
        )
