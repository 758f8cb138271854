"""A message on the answering machine: an order should go somewhere else."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_record,
    new_tickets,
    ticket_created,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

STREETS = ("Garden Row", "Hill Street", "Market Square", "Station Road", "Tower Street", "Bridge Street")
OPEN = ("placed", "processing")


class NewAddress(Scenario):
    """What is not shipped is redirected; what is shipped goes to a team."""

    shortcuts = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        shipped = draw.pick((True, False), "shipped")
        self._caller = draw_record(
            draw, "e-commerce", "orders", lambda _, order: _fits(order, shipped=shipped)
        )
        order = self._caller.record
        self._is_open = order["status"] in OPEN
        address = order["shipment"]["address"]
        self._street = f"{draw.whole(11, 98, 'house')} {draw.pick(STREETS, 'street')}"
        self._postcode = str(draw.whole(10_000, 99_999, "postcode"))
        if self._postcode == address["postcode"]:
            self._postcode = str(int(self._postcode) - 1)
        message = (
            f"Hello, this is {self._caller.name}. My order number is {spelled(order['id'])}. I am moving "
            f"within the city. Please send it to {self._street}. The new postcode is "
            f"{spelled(self._postcode)}. Thank you."
        )
        self.inputs = given(voice_message(message, draw))
        self.words = {"caller": self._caller, "recording": self.recording}
        self.shown = (order["id"], self._postcode)
        self.key_facts = (order["id"], self._postcode, self._street)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        order, postcode = self._caller.record, self._postcode
        if skipped is Shortcut.DEAF:
            order = self._caller.other
            postcode = order["shipment"]["address"]["postcode"]
        (heard,) = yield [self.transcribe()]
        (record,) = yield [call("orders/get_order", heard, order_id=order["id"])]
        yield [self._action(order, postcode, (heard, record))]
        yield done("The message is dealt with.")
        return self._solution(order["id"], postcode)

    def _action(self, order: dict[str, Any], postcode: str, uses: tuple[CallResult, ...]) -> PlannedCall:
        if order["status"] in OPEN:
            return call(
                "orders/change_delivery_address",
                *uses,
                order_id=order["id"],
                street=self._street,
                city=order["shipment"]["address"]["city"],
                postcode=postcode,
            )
        subject = f"New postcode {postcode}"
        text = f"Please redirect it to {self._street}."
        return self._caller.ticket(
            order["id"], subject, text, *uses, team="Orders", priority="urgent", customer=order["customer_id"]
        )

    def _solution(self, order: str, postcode: str) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        settled: Check
        kept: Check
        if self._is_open:
            place = {"shipment.address.street": self._street, "shipment.address.postcode": self._postcode}
            city = {"shipment.address.city": caller.record["shipment"]["address"]["city"]}
            settled, kept = RecordState("orders", right, place), RecordState("orders", right, city)
            changed = ("orders", right)
        else:
            settled = ticket_created(caller, right, subject={"$contains": self._postcode})
            kept = ticket_created(caller, right, team="Orders", priority="urgent")
            changed = new_tickets(caller)
        return solved(
            f"{order}: the new postcode is {postcode}.",
            tool_point("The message is dealt with as the rules say.", settled),
            tool_point("City, team and priority are right.", kept),
            unchanged_point(changed),
            order=order,
            postcode=postcode,
            changed=self._is_open,
        )


def _fits(order: dict[str, Any], *, shipped: bool) -> bool:
    return order["status"] == "shipped" if shipped else order["status"] in OPEN
