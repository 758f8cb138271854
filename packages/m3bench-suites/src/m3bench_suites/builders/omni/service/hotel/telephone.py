"""A guest calls with a wish, and forgets to say what the house must know."""

from __future__ import annotations

from m3bench.checks import Check, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut, UserFact
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import draw_guest, is_coming, unchanged_point
from m3bench_suites.builders.tasks import tool_point

_LAST_HOUR = 14
_PARKING, _LATE = "Parking", "Late check-out"
_SAID = {
    _PARKING: "We have decided to come by car and need a place for it.",
    _LATE: "On our last morning, we would like to sleep in and keep the room a little longer.",
}


class TelephoneWish(Scenario):
    """A place for the car, or more time on the last day; the guest knows the plate or the hour."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._wish = draw.pick((_PARKING, _LATE), "wish")
        self._caller = draw_guest(
            draw,
            "hotel",
            lambda _, booking: (
                is_coming(draw, booking)
                and not {_PARKING, _LATE} & {extra["name"] for extra in booking["extras"]}
            ),
        )
        self._hour = draw.whole(_LAST_HOUR - 1, _LAST_HOUR + 3, "hour")
        plate = draw.pick(("KT", "RB", "MZ", "GW"), "plate")
        self._plate = f"{plate}-{draw.whole(1000, 9999, 'plate number')}"
        booking = self._caller.record["id"]
        message = (
            f"Good morning, this is {self._caller.name}. We are looking forward to our stay. The number "
            "of the "
            f"booking is {spelled(booking)}. {_SAID[self._wish]} Could you see to that, please? Thank you."
        )
        self.inputs = given(voice_message(message, draw))
        fact = (
            UserFact("licence plate", f"It is {self._plate}.", ("plate", "registration", "number of the car"))
            if self._wish == _PARKING
            else UserFact(
                "departure time",
                f"We would leave at {self._hour}:00.",
                ("hour", "when will you leave", "until when", "time of departure", "how long"),
            )
        )
        self._topic = fact.topic
        self.user_facts = (fact,)
        self.words = {
            "caller": self._caller,
            "last_hour": _LAST_HOUR,
            "manner": draw.pick(("friendly", "formal"), "manner"),
            "recording": self.recording,
        }
        self.shown = (booking,)
        self.key_facts = (booking,)

    @property
    def _refused(self) -> bool:
        return self._wish == _LATE and self._hour > _LAST_HOUR

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking, refused = self._caller.record["id"], self._refused
        (heard,) = yield [self.transcribe()]
        wish = self._wish
        if skipped is Shortcut.DEAF:
            booking, wish, refused = self._caller.other["id"], "Breakfast", False
        (record,) = yield [call("bookings/get_booking", heard, booking_id=booking)]
        known = self._plate if self._wish == _PARKING else f"{self._hour}:00"
        told: list[CallResult] = []
        if skipped is Shortcut.UNASKED:
            known, refused = ("unknown" if self._wish == _PARKING else "12:00"), False
        else:
            told = list((yield ask(f"What is your {self._topic}?", uses=(heard,))))
        charged = 0
        if not refused and not (skipped is Shortcut.DEAF and self._has_breakfast):
            (added,) = yield [
                call("bookings/add_extra", heard, record, *told, booking_id=booking, extra=wish)
            ]
            charged = added.data["charged_cents"]
        (entry,) = yield [self._entry(known, refused, booking, (heard, *told))]
        yield done("The wish is arranged.")
        key = entry.data["ticket_id" if refused else "note_id"]
        return self._solution(booking, charged, key)

    @property
    def _has_breakfast(self) -> bool:
        return any(extra["name"] == "Breakfast" for extra in self._caller.other["extras"])

    def _entry(self, known: str, refused: bool, booking: str, uses: tuple[CallResult, ...]) -> PlannedCall:
        if not refused:
            text = f"{self._wish} for {booking}: {known}"
            return self._caller.note(text, *uses)
        subject = f"Later departure, {booking}"
        return self._caller.ticket(
            booking, subject, f"The guest would like to leave at {known}.", *uses, team="Reception"
        )

    def _solution(self, booking: str, charged: int, entry: str) -> Solution:
        caller, right = self._caller, self._caller.record
        known = self._plate if self._wish == _PARKING else f"{self._hour}:00"
        if self._refused:
            new = f"{caller.code}-T9*"
            ticket = {"about": right["id"], "team": "Reception", "priority": "normal"}
            settled: Check = RecordCreated("tickets", ticket, keys=new)
            noted = RecordCreated("tickets", {"comments[0].text": {"$contains": known}}, keys=new)
            allowed: tuple[tuple[str, str], ...] = (("tickets", new),)
        else:
            new = f"{caller.code}-N9*"
            extras = sorted([*(extra["name"] for extra in right["extras"]), self._wish])
            settled = RecordState("bookings", right["id"], {"sort(extras[].name)": extras})
            noted = RecordCreated(
                "customer_notes", {"customer_id": caller.id, "text": {"$contains": known}}, keys=new
            )
            allowed = (("bookings", right["id"]), ("customer_notes", new))
        return solved(
            f"{booking}: {charged} cents, see {entry}.",
            tool_point("The wish is arranged as the rules say.", settled),
            tool_point("What the house must know is written down.", noted),
            tool_point("The guest was asked.", UserAsked((self._topic,))),
            unchanged_point(*allowed),
            booking=booking,
            charged_cents=charged,
            entry=entry,
        )
