"""A new address that is written in two ways: the customer has to be asked which is right."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import draw_record, slip, unchanged_point
from m3bench_suites.builders.omni.service.e_commerce.new_address import OPEN, STREETS
from m3bench_suites.builders.tasks import tool_point

_TOPIC = "house number"


class UnclearAddress(Scenario):
    """A card and the request have different house numbers. The one or the other is right."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)
    contradiction = _TOPIC

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "e-commerce", "orders", lambda _, order: order["status"] in OPEN)
        place = self._caller.record["shipment"]["address"]
        self._city = place["city"]
        self._street = draw.pick([street for street in STREETS if street not in place["street"]], "street")
        typed, written = draw.sample(range(11, 99), 2, "houses")
        self._house, self._wrong = draw.sample([typed, written], 2, "right")
        self._postcode = str(draw.whole(10_000, 99_999, "postcode"))
        photo = draw.photo_name()
        card = slip(photo, "WE ARE MOVING", self._caller.name, f"{self._street} {written}", self._postcode)
        self.inputs = given(card)
        self.words = {
            "caller": self._caller,
            "order": self._caller.record["id"],
            "photo": photo,
            "typed": f"{typed} {self._street}",
            "city": self._city,
            "house": self._house,
        }
        self.shown = (self._postcode, str(written))
        self.key_facts = (self._postcode,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        order, postcode, house = self._caller.record["id"], self._postcode, self._house
        told: Sequence[CallResult] = ()
        seen, record = yield [
            read_print(self.inputs.files[0].name),
            call("orders/get_order", order_id=order),
        ]
        if skipped is not None:
            house = self._wrong
            postcode = postcode if skipped is Shortcut.UNASKED else "10001"
        else:
            told = yield ask("The card has another house number. Which is right?", uses=(seen, record))
        yield [
            call(
                "orders/change_delivery_address", seen, record, *told, order_id=order,
                street=f"{house} {self._street}", city=self._city, postcode=postcode,
            )
        ]  # fmt: skip
        yield done("The order goes to the new address.")
        return self._solution(house, postcode)

    def _solution(self, house: int, postcode: str) -> Solution:
        right = self._caller.record["id"]
        street = {"$regex": rf"(?i)^(?:{self._house},? {self._street}|{self._street},? {self._house})$"}
        place = {"shipment.address.city": self._city, "shipment.address.postcode": self._postcode}
        asked = UserAsked((_TOPIC,), before="orders/change_delivery_address")
        return solved(
            f"{right} goes to {house} {self._street}, {postcode} {self._city}.",
            tool_point("The customer was asked before.", asked),
            tool_point(
                "The order goes to the right house.",
                RecordState("orders", right, {"shipment.address.street": street}),
            ),
            tool_point("Town and postcode are right.", RecordState("orders", right, place)),
            unchanged_point(("orders", right)),
            house=house,
            postcode=postcode,
        )
