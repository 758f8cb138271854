"""The pantry of a hotel, where guests help themselves in front of two cameras."""

from __future__ import annotations

from m3bench.checks import Check, Expected, RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_guest, is_coming, unchanged_point
from m3bench_suites.builders.tasks import tool_point

_KIND = "shelf_camera"
_GOODS = ("bottle", "can", "jar", "carton", "box", "pill bottle", "spray bottle", "tube")
_GOLD_PERCENT = 50


class PantryBill(Scenario):
    """What was taken is to be counted in a film, and charged by a price list."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_guest(draw, "hotel", lambda _, booking: is_coming(draw, booking))
        self._number, self._taken = self._film(draw)
        self._prices = {kind: 50 * draw.whole(3, 30, "price", kind) for kind in _GOODS}
        total = sum(self._prices[kind] * count for kind, count in self._taken.items())
        self._total = total * _GOLD_PERCENT // 100 if bool(self._caller.customer["tier"] == "gold") else total
        film, booking = draw.film_name(), self._caller.record["id"]
        rows = [[kind, price] for kind, price in self._prices.items()]
        self.inputs = given(
            WorldFile(film, "film", _KIND, self._number),
            DataFile("prices.xlsx", "xlsx", {"Pantry": [["Article", "Price in cents"], *rows]}),
        )
        self.words = {"caller": self._caller, "booking": booking, "film": film}
        self.shown = tuple(self._taken)
        self.key_facts = tuple(self._taken)

    @staticmethod
    def _film(draw: TaskDraw) -> tuple[int, dict[str, int]]:
        """Return the first film of the task in which more of a kind is taken than added."""
        best: tuple[int, dict[str, int]] = (draw.media_number(), {})
        for part in range(10):
            truth = draw.world.video.film(_KIND, draw.media_number(part)).truth
            taken = {
                kind: counts["taken"] - counts["added"]
                for shelf in truth.facts.values()
                for kind, counts in shelf.items()
                if counts["taken"] > counts["added"]
            }
            both = any(counts["added"] for shelf in truth.facts.values() for counts in shelf.values())
            if taken and both:
                return draw.media_number(part), taken
            if taken and not best[1]:
                best = draw.media_number(part), taken
        return best

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking, taken, total = self._caller.record["id"], self._taken, self._total
        film = self.inputs.world_files[0].name
        seconds = draw_seconds = self.draw.world.video.film(_KIND, self._number).truth.seconds
        (probed,) = yield [call("video/probe", path=film)]
        sheet, frames = yield [
            call("video/contact_sheet", probed, path=film, count=min(60, round(draw_seconds))),
            call("video/extract_frames", probed, path=film, times=[0.2, seconds - 0.3]),
        ]
        prices, record = yield [
            call("sheets/read_range", path="prices.xlsx"),
            call("bookings/get_booking", booking_id=booking),
        ]
        (customer,) = yield [call("customers/get_customer", record, customer_id=record.data["customer_id"])]
        if skipped is Shortcut.BLIND:
            kind = next(thing for thing in _GOODS if thing not in taken)
            taken, total = {kind: 1}, self._prices[kind]
        listed = ", ".join(f"{count} {kind}" for kind, count in taken.items())
        text, uses = f"To pay: {total} cents for {listed}.", (sheet, frames, prices, record, customer)
        (made,) = yield [
            self._caller.ticket(booking, "Pantry", text, *uses, team="Reception", priority="low")
        ]
        yield [call("tickets/get_ticket", made, ticket_id=made.data["ticket_id"])]
        yield done("The bill is made.")
        return self._solution(tuple(taken), total, made.data["ticket_id"])

    def _solution(self, kinds: tuple[str, ...], total: int, bill: str) -> Solution:
        new = f"{self._caller.code}-T9*"
        ticket = {"about": self._caller.record["id"], "team": "Reception", "priority": "low"}

        def says(text: str) -> Check:
            return RecordCreated("tickets", {"comments[0].text": {"$contains": text}}, keys=new)

        prices = tuple(self._prices[kind] for kind in self._taken)
        return solved(
            f"{bill}: {total} cents for {', '.join(kinds)}.",
            tool_point(
                "The bill is with Reception.",
                RecordCreated("tickets", {"subject": "Pantry", **ticket}, keys=new),
            ),
            tool_point("It names the amount.", says(str(self._total))),
            tool_point("It names what was taken.", *(says(kind) for kind in self._taken)),
            unchanged_point(("tickets", new)),
            charged=Expected(items=tuple(Expected(kind) for kind in kinds)),
            amount_cents=Expected(total, grounds=prices),
            bill=bill,
        )
