"""Tariffs: the one that fits, and the price that was promised."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from m3bench.checks import Expected, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller,
    give_credit,
    identity_points,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

_VOLUMES = {"Mobile 10 GB": 10, "Mobile 40 GB": 40, "Mobile Unlimited": 400}
_MONTHS = ("2025-05", "2025-06", "2025-07", "2025-08", "2025-09", "2025-10")


class FittingTariff(Scenario):
    """A message and a table of usage: the cheapest tariff that is enough."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(
            draw, "telecom", "accounts", lambda account: account["tariff"]["name"] in _VOLUMES
        )
        current = self._caller.record["tariff"]["name"]
        self._name = draw.pick([name for name in _VOLUMES if name != current], "target")
        self._wrong = next(name for name in _VOLUMES if name not in (current, self._name))
        self._tariff = self._named(self._name)
        line = self._caller.record["id"]
        message = (
            f"Hello, my name is {self._caller.name}, and my line is {spelled(line)}. I think that I have the "
            "wrong tariff. Please find the one that fits, and change it for me."
        )
        self.inputs = given(
            voice_message(message, draw),
            DataFile("usage.csv", "csv", [["month", "gigabytes"], *self._usage()]),
        )
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "recording": self.recording}
        self.shown = (line,)
        self.key_facts = (line,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, line = self._caller, self._caller.record["id"]
        usage, tariffs = yield [
            call("files/read_text", path="usage.csv"),
            call("accounts/list_tariffs", company=caller.code),
        ]
        uses = [usage, tariffs]
        tariff = self._tariff
        if skipped is Shortcut.DEAF:
            line = caller.other["id"]
            if caller.other["tariff"]["name"] == tariff["name"]:
                tariff = self._named(self._wrong)
        else:
            uses += yield [self.transcribe()]
        (account,) = yield [call("accounts/get_account", *uses, account_id=line)]
        if skipped is None:
            yield from caller.verify(account)
        yield [call("accounts/change_tariff", *uses, account, account_id=line, tariff_id=tariff["id"])]
        yield done("The tariff is changed.")
        right = caller.record["id"]
        return solved(
            f"{line} has {tariff['name']} for {tariff['price_cents']} cents a month.",
            tool_point(
                "The line has the fitting tariff.",
                RecordState("accounts", right, {"tariff.product_id": self._tariff["id"]}),
            ),
            *identity_points(caller, ("accounts", right)),
            unchanged_point(("customers", caller.id), ("accounts", right)),
            line=line,
            tariff=tariff["name"],
            monthly_cents=tariff["price_cents"],
        )

    def _named(self, name: str) -> dict[str, Any]:
        return next(product for product in self._caller.company.products.values() if product["name"] == name)

    def _usage(self) -> list[list[Any]]:
        """Return gigabytes by month: the last three fit the tariff, the earlier ones would fit another."""
        draw, volumes = self.draw, sorted(_VOLUMES.values())
        volume = _VOLUMES[self._name]
        low = max([0, *(smaller for smaller in volumes if smaller < volume)])
        most = draw.whole(low + 2, min(volume, low + 60) - 1, "most")
        late = draw.sample([most, max(1, most - 3), max(1, most // 2)], 3, "late")
        other = _VOLUMES[self._wrong]
        early = [min(other, 90) - 2 - less for less in (0, 3, 1)]
        return [[month, gigabytes] for month, gigabytes in zip(_MONTHS, [*early, *late], strict=True)]


class PromisedPrice(Scenario):
    """The photograph of a leaflet and a summary of the contract: what was charged too much."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(
            draw, "telecom", "accounts", lambda account: account["tariff"]["monthly_cents"] > 1_200
        )
        record = self._caller.record
        monthly = record["tariff"]["monthly_cents"]
        self._price = monthly - 10 * draw.whole(21, 69, "discount")
        self._code = (
            f"{draw.pick(('SUN', 'FOX', 'ROW', 'TEA', 'OAK'), 'word')}-{draw.whole(1000, 9999, 'code')}"
        )
        charges = [transaction for transaction in record["transactions"] if transaction["kind"] == "charge"]
        first, self._bills = draw.whole(0, 1, "first"), draw.whole(1, 2, "bills")
        self._start = datetime.fromisoformat(charges[first]["at"]).date() - timedelta(
            days=draw.whole(2, 9, "d")
        )
        self._credit = self._bills * (monthly - self._price)
        photo = draw.photo_name()
        self.inputs = given(self._leaflet(photo), self._contract())
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "photo": photo, "line": record["id"]}
        self.shown = (str(self._price), self._code, str(self._bills))
        self.key_facts = (self._code,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, line = self._caller, self._caller.record["id"]
        price, leaflet, credit = self._price, self._code, self._credit
        uses: list[CallResult] = []
        uses += yield [
            call("pdf/read_text", path="contract.pdf"),
            call("accounts/get_account", account_id=line),
            call("accounts/list_transactions", account_id=line),
        ]
        if skipped is Shortcut.BLIND:
            price, leaflet = 1_000, "SUN-1000"
            credit = self._bills * (caller.record["tariff"]["monthly_cents"] - price)
        else:
            photo = self.inputs.files[0].name
            uses += yield [read_print(photo)]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(*uses)
        yield [give_credit(line, credit, leaflet, *uses)]
        (after,) = yield [call("accounts/list_transactions", account_id=line, limit=2)]
        yield done("What was too much is credited.", uses=(after,))
        return solved(
            f"{credit} cents are credited for {leaflet}, with {price} cents a month promised.",
            tool_point(
                "The difference is credited.",
                RecordState("accounts", line, {"transactions[-1].amount_cents": self._credit}),
            ),
            tool_point(
                "The reason is the code of the leaflet.",
                RecordState("accounts", line, {"transactions[-1].text": {"$contains": self._code}}),
            ),
            *identity_points(caller, ("accounts", line)),
            unchanged_point(("customers", caller.id), ("accounts", line)),
            promised_cents=price,
            leaflet=leaflet,
            credit_cents=Expected(credit, grounds=(self._price,)),
        )

    def _leaflet(self, name: str) -> DataFile:
        tariff = self._caller.record["tariff"]["name"]
        lines = (
            (self._caller.company.name, 40, 50),
            (f"{tariff}", 34, 140),
            (f"only {self._price} cents per month", 34, 200),
            (f"instead of {self._caller.record['tariff']['monthly_cents']} cents", 24, 270),
            (f"Code {self._code}", 32, 340),
        )
        shapes: list[dict[str, Any]] = [{"rectangle": [50, 30, 750, 420], "color": "#fff6d8"}]
        shapes += [
            {"text": text, "at": [90, top], "size": size, "color": "#20304a"} for text, size, top in lines
        ]
        return DataFile(name, "png", {"size": [800, 450], "background": "#3f7a6b", "shapes": shapes})

    def _contract(self) -> DataFile:
        bills = "the first monthly charge" if self._bills == 1 else f"the first {self._bills} monthly charges"
        lines = [
            "Summary of the contract", "", f"Line: {self._caller.record['id']}",
            f"Tariff: {self._caller.record['tariff']['name']}",
            f"Day of the contract: {self._start.isoformat()}", "",
            f"The price of the leaflet holds for {bills} from the day of the contract on.",
            "After that, the list price is charged.", "Late payment fees are not part of the offer.",
        ]  # fmt: skip
        return DataFile("contract.pdf", "pdf", {"pages": [lines], "title": "Contract"})
