"""A tenant paid in time, or says so."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from m3bench.checks import Check, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import Caller, companies_of, unchanged_point, verified_point
from m3bench_suites.builders.tasks import tool_point

_DAYS = 7
_FILE = "statement.csv"
_SHOPS = ("Corner Bakery", "City Tram", "Green Grocer", "Blue Cinema", "Book Nook")
Record = dict[str, Any]


class LateFee(Scenario):
    """The statement of the tenant's bank decides whether a fee is waived."""

    shortcuts = (Shortcut.UNASKED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller, self._fee, charged = self._drawn(draw)
        late = draw.pick((False, True), "late")
        days = draw.whole(_DAYS + 1, _DAYS + 4, "days") if late else draw.whole(2, _DAYS, "days")
        self._sent = str(charged + timedelta(days=days))
        self._waived = not late
        account = self._caller.record
        self.inputs = given(DataFile(_FILE, "csv", self._statement(draw, charged)))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "days": _DAYS, "account": account, "fee": self._fee}
        self.shown = (self._sent,)
        self.key_facts = (self._sent,)

    @staticmethod
    def _drawn(draw: TaskDraw) -> tuple[Caller, Record, date]:
        """Draw an account with one fee, the fee, and the day of the charge before it."""
        choices = []
        for company in companies_of(draw, "real estate"):
            for account in company.accounts.values():
                fees = [entry for entry in account["transactions"] if entry["kind"] == "fee"]
                owner = company.customers[account["customer_id"]]
                if len(fees) == 1 and fees[0]["status"] == "booked" and owner["status"] == "active":
                    choices.append((company, account, fees[0]))
        if not choices:
            raise PlanError("no tenant has one fee")
        company, account, fee = draw.pick(choices, "account")
        other = draw.pick(
            [stranger for owner, stranger, _ in choices if owner is company and stranger is not account],
            "other",
        )
        charges = [
            transaction["at"][:10]
            for transaction in account["transactions"]
            if transaction["kind"] == "charge" and transaction["at"] < fee["at"]
        ]
        customer = company.customers[account["customer_id"]]
        return Caller(company, customer, account, other), fee, date.fromisoformat(charges[-1])

    def _statement(self, draw: TaskDraw, charged: date) -> list[list[Any]]:
        """Return the rows of the statement: three rents, of which the second is meant, and shopping."""
        account, company = self._caller.record, self._caller.company
        rent = -account["tariff"]["monthly_cents"] / 100
        payments = [
            str(charged - timedelta(days=draw.whole(20, 26, "before"))),
            self._sent,
            str(charged + timedelta(days=draw.whole(29, 33, "after"))),
        ]
        rows: list[list[Any]] = [[when, company.name, f"Rent {account['id']}", rent] for when in payments]
        for index, shop in enumerate(draw.sample(_SHOPS, 4, "shops")):
            when = charged + timedelta(days=draw.whole(-20, 27, "shop", index))
            rows.append([str(when), shop, "Card payment", -draw.whole(300, 9000, "spent", index) / 100])
        return [["Date", "Payee", "Reference", "Amount"], *sorted(rows, key=lambda row: str(row[0]))]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, account = self._caller, self._caller.record
        read, record = yield [
            call("files/read_text", path=_FILE),
            call("accounts/get_account", account_id=account["id"]),
        ]
        (listed,) = yield [call("accounts/list_transactions", record, account_id=account["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(read, record)
        (settled,) = yield [self._settled(read, listed)]
        yield done("The fee was checked.")
        entry = settled.data["credit_id" if self._waived else "ticket_id"]
        return self._solution(entry)

    def _settled(self, *uses: CallResult) -> PlannedCall:
        account = self._caller.record
        if self._waived:
            return call("accounts/waive_fee", *uses, account_id=account["id"], transaction_id=self._fee["id"],
                        reason=f"The rent was sent on {self._sent}.")  # fmt: skip
        subject = f"Late payment fee {self._fee['id']}"
        text = f"The rent was sent on {self._sent}, so the fee stays."
        return self._caller.ticket(account["id"], subject, text, *uses, team="Accounts")

    def _solution(self, entry: str) -> Solution:
        caller, account = self._caller, self._caller.record
        if self._waived:
            state = {
                f"transactions[?id=='{self._fee['id']}'].status | [0]": "waived",
                "transactions[-1].text": {"$contains": self._sent},
            }
            settled: Check = RecordState("accounts", account["id"], state)
            changed = ("accounts", account["id"])
        else:
            new = f"{caller.code}-T9*"
            ticket = {"about": account["id"], "team": "Accounts", "priority": "normal"}
            text = {"comments[0].text": {"$contains": self._sent}}
            settled = RecordCreated("tickets", {**ticket, **text}, keys=new)
            changed = ("tickets", new)
        return solved(
            f"Sent on {self._sent}; see {entry}.",
            tool_point("The fee is waived or stays, as the rules say.", settled),
            tool_point("The tenant was asked for the security answers.", UserAsked(caller.topics)),
            verified_point(caller, *changed),
            unchanged_point(("customers", caller.id), changed),
            sent=self._sent,
            waived=self._waived,
            entry=entry,
        )
