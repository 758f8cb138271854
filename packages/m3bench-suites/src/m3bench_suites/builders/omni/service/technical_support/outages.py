"""Services that were out of order: credits from a call and a table of incidents."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, RecordState
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller,
    give_credit,
    is_active,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.tasks import tool_point

_SERVICES = ("remote backup", "device monitoring", "telephone hotline")
_PERCENT = 2


class OutageCredit(Scenario):
    """A message on the answering machine, incidents by city and service, and a customer to verify."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "technical support", "accounts", is_active)
        self._service = draw.pick(_SERVICES, "service")
        self._hours = draw.whole(5, 64, "hours") + 0.5 * draw.whole(0, 1, "half")
        self._incident = f"INC-{draw.whole(3000, 8999, 'incident')}"
        monthly = self._caller.record["tariff"]["monthly_cents"]
        self._credit = min(monthly, monthly * _PERCENT * int(self._hours) // 100)
        plan = self._caller.record["id"]
        message = (
            f"Hello, this is {self._caller.name}. The number of my plan is {spelled(plan)}. "
            f"Your {self._service} did not work for me last week, and I would like to have something back "
            "for that."
        )
        self.inputs = given(
            voice_message(message, draw), DataFile("incidents.xlsx", "xlsx", {"Incidents": self._incidents()})
        )
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "percent": _PERCENT, "recording": self.recording}
        self.shown = (plan, self._service)
        self.key_facts = (plan,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, plan, credit = self._caller, self._caller.record["id"], self._credit
        if skipped is Shortcut.DEAF:
            plan = caller.other["id"]
        incidents, *heard = yield [
            call("sheets/read_range", path="incidents.xlsx"),
            *([self.transcribe()] if skipped is not Shortcut.DEAF else []),
        ]
        (account,) = yield [call("accounts/get_account", *heard, account_id=plan)]
        (customer,) = yield [call("customers/get_customer", account, customer_id=account.data["customer_id"])]
        if skipped is Shortcut.DEAF:
            monthly = caller.other["tariff"]["monthly_cents"]
            credit = min(monthly, monthly * _PERCENT * int(self._hours) // 100)
        if skipped is None:
            yield from caller.verify(customer)
        yield [give_credit(plan, credit, self._incident, account, incidents, customer)]
        (after,) = yield [call("accounts/list_transactions", account_id=plan, limit=2)]
        yield done("The outage is credited.", uses=(after,))
        return self._solution(plan, credit)

    def _incidents(self) -> list[list[Any]]:
        """Return the rows: the right incident among others of the city, of the service, and maintenance."""
        draw, city = self.draw, self._caller.customer["address"]["city"]
        cities = sorted(
            {customer["address"]["city"] for customer in self._caller.company.customers.values()} - {city}
        )
        others = [name for name in _SERVICES if name != self._service]
        places = [
            (self._service, city, "failure"),
            (self._service, city, "maintenance"),
            (self._service, draw.pick(cities, "city"), "failure"),
            *((service, city, "failure") for service in others),
            (others[0], draw.pick(cities, "city", 2), "maintenance"),
        ]
        numbers = [int(self._incident[4:]) + 37 * index for index in range(len(places))]
        rows = [
            [
                f"INC-{number}", service, place, kind,
                self._hours if not spot else draw.whole(3, 60, "hours of", spot) + 0.5,
            ]
            for spot, (number, (service, place, kind)) in enumerate(zip(numbers, places, strict=True))
        ]  # fmt: skip
        return [["Incident", "Service", "City", "Kind", "Hours"], *draw.sample(rows, len(rows), "rows")]

    def _solution(self, plan: str, credit: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        return solved(
            f"{credit} cents for {self._incident} went to {plan}.",
            tool_point(
                "The right amount is credited to the plan.",
                RecordState("accounts", right, {"transactions[-1].amount_cents": self._credit}),
            ),
            tool_point(
                "The reason is the incident.",
                RecordState("accounts", right, {"transactions[-1].text": {"$contains": self._incident}}),
            ),
            *verified_first(caller, "accounts", right),
            unchanged_point(("customers", caller.id), ("accounts", right)),
            plan=plan,
            incident=self._incident,
            credit_cents=Expected(credit, grounds=(self._incident,)),
        )
