"""A tenant paid in time, or says so."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from m3bench.checks import (
    AllowedChange,
    Check,
    Expected,
    RecordCreated,
    RecordOrder,
    RecordState,
    RecordStep,
    RecordUnchanged,
    UserAsked,
)
from m3bench.core import AnswerForm, Difficulty, Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.fields import code, day, yes_no
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.points import tool_point
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import Caller

_DAYS = 7
_FILE = "statement.csv"
_SHOPS = ("Corner Bakery", "City Tram", "Green Grocer", "Blue Cinema", "Book Nook")
Record = dict[str, Any]


class LateFee(Scenario):
    """The statement of the tenant's bank decides whether a fee is waived."""

    difficulty = Difficulty.EASY
    servers = ("accounts", "customers", "tickets", "files", "claim-done")
    distractors = ("orders", "bookings", "sheets", "mail")
    shortcuts = (Shortcut.UNASKED,)
    rules = (
        "Nothing is waived or reported before the tenant is verified with two security questions.",
        (
            f"A late payment fee is waived if the tenant's bank sent the rent {_DAYS} days after the "
            "monthly charge "
            "that the fee belongs to, or earlier. The reason contains the day on which it was sent."
        ),
        (
            "Otherwise the fee stays, and one ticket about the account, of normal priority, goes to the team "
            "Accounts. Its text contains the day on which the rent was sent."
        ),
        "Days are written as 2025-10-13. Nothing else in the records is changed.",
    )

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller, self._fee, charged = self._drawn(draw)
        late = draw.pick((False, True), "late")
        days = draw.whole(_DAYS + 1, _DAYS + 4, "days") if late else draw.whole(2, _DAYS, "days")
        self._sent = str(charged + timedelta(days=days))
        self._waived = not late
        account, company = self._caller.record, self._caller.company
        self.inputs = Inputs(files=(DataFile(_FILE, "csv", self._statement(draw, charged)),))
        self.role = f"You keep the accounts of tenants at {company.name} (code {company.code})."
        self.request = (
            f"You charged me a late payment fee on {account['id']}, {self._fee['id']}. I paid my rent, "
            "see the "
            f"statement of my bank: {_FILE}. Please cancel the fee if I am right. On which day was the "
            "rent sent, is the fee waived, and what is the number of the credit or of your ticket?"
        )
        self.fuzzy_request = (
            f"The late fee {self._fee['id']} on {account['id']} cannot be right, see {_FILE}. Please "
            "check, and tell me the day I paid, whether it is waived, and the number of the credit or ticket."
        )
        self.user = self._caller.user(
            f"{self._caller.name}, a tenant with a fee", "The fee is gone.", manner="annoyed"
        )
        self.form = AnswerForm(
            (
                day("sent", "the day on which the bank sent the rent"),
                yes_no("waived", "whether the fee is waived"),
                code("entry", "the id of the credit, or of the ticket"),
            )
        )
        self.shown = (self._sent,)
        self.key_facts = (self._sent,)

    @staticmethod
    def _drawn(draw: TaskDraw) -> tuple[Caller, Record, date]:
        """Draw an account with one fee, the fee, and the day of the charge before it."""
        found = []
        for company in draw.world.service.companies.values():
            for one in company.accounts.values() if company.domain == "real estate" else ():
                fees = [each for each in one["transactions"] if each["kind"] == "fee"]
                owner = company.customers[one["customer_id"]]
                if len(fees) == 1 and fees[0]["status"] == "booked" and owner["status"] == "active":
                    found.append((company, one, fees[0]))
        if not found:
            raise PlanError("no tenant has one fee")
        company, account, fee = draw.pick(found, "account")
        other = draw.pick(
            [one for owner, one, _ in found if owner is company and one is not account], "other"
        )
        charges = [
            each["at"][:10]
            for each in account["transactions"]
            if each["kind"] == "charge" and each["at"] < fee["at"]
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
        for place, shop in enumerate(draw.sample(_SHOPS, 4, "shops")):
            when = charged + timedelta(days=draw.whole(-20, 27, "shop", place))
            rows.append([str(when), shop, "Card payment", -draw.whole(300, 9000, "spent", place) / 100])
        return [["Date", "Payee", "Reference", "Amount"], *sorted(rows, key=lambda row: str(row[0]))]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, account = self._caller, self._caller.record
        read, found = yield [
            call("files/read_text", path=_FILE),
            call("accounts/get_account", account_id=account["id"]),
        ]
        (listed,) = yield [call("accounts/list_transactions", found, account_id=account["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(read, found)
        (done,) = yield [self._settled(read, listed)]
        yield [call("claim-done/claim_done", summary="The fee was checked.")]
        entry = done.data["credit_id" if self._waived else "ticket_id"]
        return self._solution(entry)

    def _settled(self, *uses: CallResult) -> PlannedCall:
        account = self._caller.record
        if self._waived:
            return call("accounts/waive_fee", *uses, account_id=account["id"], transaction_id=self._fee["id"],
                        reason=f"The rent was sent on {self._sent}.")  # fmt: skip
        return call(
            "tickets/create_ticket",
            *uses,
            company=self._caller.code,
            customer_id=self._caller.id,
            subject=f"Late payment fee {self._fee['id']}",
            text=f"The rent was sent on {self._sent}, so the fee stays.",
            team="Accounts",
            about_id=account["id"],
        )

    def _solution(self, entry: str) -> Solution:
        caller, account = self._caller, self._caller.record
        verified = RecordStep("customers", caller.id, {"verified_at": {"$any": True}})
        if self._waived:
            state = {
                f"transactions[?id=='{self._fee['id']}'].status | [0]": "waived",
                "transactions[-1].text": {"$contains": self._sent},
            }
            settled: Check = RecordState("accounts", account["id"], state)
            then, changed = RecordStep("accounts", account["id"]), AllowedChange("accounts", account["id"])
        else:
            new = f"{caller.code}-T9*"
            ticket = {"about": account["id"], "team": "Accounts", "priority": "normal"}
            text = {"comments[0].text": {"$contains": self._sent}}
            settled = RecordCreated("tickets", {**ticket, **text}, keys=new)
            then, changed = RecordStep("tickets", new), AllowedChange("tickets", new)
        return Solution(
            answer=f"Sent on {self._sent}; see {entry}.",
            fields={
                "sent": Expected(self._sent),
                "waived": Expected(self._waived),
                "entry": Expected(entry),
            },
            points=(
                tool_point("The fee is waived or stays, as the rules say.", settled),
                tool_point("The tenant was asked for the security answers.", UserAsked(caller.topics)),
                tool_point("The identity was verified before.", RecordOrder(verified, then)),
                tool_point(
                    "Nothing else was changed.",
                    RecordUnchanged((AllowedChange("customers", caller.id), changed)),
                ),
            ),
        )
