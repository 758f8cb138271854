"""A bag that did not arrive, and what its owner had to buy meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import AllowedChange, Expected, RecordCreated, RecordUnchanged, UserAsked
from m3bench.core import ASK_USER, AnswerForm, Difficulty, Shortcut, SimulatedUser, UserFact
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.fields import code, number
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.points import tool_point
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import draw_guest, draw_receipt

_ALLOWED_CENTS = 3_000
_INNS = ("Pension Miramar", "Hotel Kestrel", "Casa Violeta", "Lakeside Inn", "Hotel Amber")
_STREETS = ("Harbour Road", "Station Street", "Olive Lane", "Castle Hill")


class DelayedBaggage(Scenario):
    """The photograph of a receipt; the number of the tag and the address are known to the traveller only."""

    difficulty = Difficulty.EASY
    servers = ("bookings", "tickets", "ocr", "claim-done")
    distractors = ("orders", "accounts", "mail", "image-toolkit")
    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)
    rules = (
        "A missing bag is reported with one ticket of high priority about the booking, to the team Baggage.",
        (
            "Its subject contains the number on the bag tag. Its text names the address for the "
            "delivery, the "
            "number of the receipt, and the reimbursement in cents. Ask for what you do not know."
        ),
        (
            f"Purchases are reimbursed up to {_ALLOWED_CENTS} cents for each traveller on the booking; "
            "the amount on the receipt counts as it is printed, whatever the currency."
        ),
        "The agent promises and changes nothing else in the records.",
    )

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_guest(draw, "travel", lambda _, booking: booking["status"] == "completed")
        self._receipt = draw_receipt(draw)
        self._total, self._number = self._receipt.total_cents, self._receipt.number
        self._tag = f"{self._caller.code[:2]}{draw.whole(100_000, 999_999, 'tag')}"
        self._inn = draw.pick(_INNS, "inn")
        street = f"{draw.whole(2, 98, 'house')} {draw.pick(_STREETS, 'street')}"
        self.inputs = Inputs(pictures=(self._receipt.picture,))
        booking = self._caller.record
        self.role = f"You help travellers of {self._caller.company.name} (code {self._caller.code})."
        self.request = (
            f"My suitcase did not arrive with {booking['id']}, and it is still missing. I had to buy a few "
            f"things, the receipt is {self._receipt.name}. Please report the bag, and tell me the number of "
            "the report, what I get back for the purchases in cents, and the number of the receipt that you "
            "used."
        )
        self.fuzzy_request = (
            f"No bag after {booking['id']}! What I bought is on {self._receipt.name}. Please report it, and "
            "give me the report's number, what you reimburse in cents, and the receipt's number."
        )
        self.user = SimulatedUser(
            persona=f"{self._caller.name}, a traveller without a suitcase",
            goal="My suitcase is being looked for.",
            manner=draw.pick(("annoyed", "curt", "friendly"), "manner"),
            facts=(
                UserFact("bag tag", f"The tag says {self._tag}.", ("tag", "tag number", "luggage tag")),
                UserFact(
                    "delivery address",
                    f"Bring it to {self._inn}, {street}.",
                    ("address", "where to deliver", "where are you staying", "hotel"),
                ),
            ),
        )
        self._address = f"{self._inn}, {street}"
        self.form = AnswerForm(
            (
                code("report", "the id of the ticket"),
                number("reimbursed_cents", "the reimbursement, in cents", "cents"),
                code("receipt", "the number of the receipt"),
            )
        )
        self.shown = (self._number, str(self._total))
        self.key_facts = (self._number,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking, number = self._caller.record, self._number
        total, tag, address = self._total, self._tag, self._address
        seen, found = yield [
            call("ocr/perform_ocr", input_data=f"${{WORKSPACE}}/{self._receipt.name}"),
            call("bookings/get_booking", booking_id=booking["id"]),
        ]
        told: Sequence[CallResult] = ()
        if skipped is Shortcut.UNASKED:
            tag, address = booking["id"], "the address in our records"
        else:
            told = yield [
                call(ASK_USER, question="What is the number on the bag tag?"),
                call(ASK_USER, question="What is the delivery address for the bag?"),
            ]
        if skipped is Shortcut.BLIND:
            number, total = "1001", 2_500
        paid = min(total, _ALLOWED_CENTS * booking["guests"])
        (made,) = yield [
            call(
                "tickets/create_ticket",
                seen,
                found,
                *told,
                company=self._caller.code,
                customer_id=self._caller.id,
                subject=f"Missing bag {tag}",
                text=f"Deliver to {address}. Reimbursement {paid} cents for receipt {number}.",
                team="Baggage",
                priority="high",
                about_id=booking["id"],
            )
        ]
        yield [call("claim-done/claim_done", summary="The bag was reported.")]
        return self._solution(made.data["ticket_id"], number, paid)

    def _solution(self, report: str, number: str, paid: int) -> Solution:
        caller, new = self._caller, f"{self._caller.code}-T9*"
        about = {"team": "Baggage", "priority": "high", "about": caller.record["id"]}
        due = min(self._total, _ALLOWED_CENTS * caller.record["guests"])
        return Solution(
            answer=f"Report {report}: {paid} cents for receipt {number}.",
            fields={
                "report": Expected(report),
                "reimbursed_cents": Expected(paid, grounds=(self._total,)),
                "receipt": Expected(number),
            },
            points=(
                tool_point(
                    "A ticket of high priority about the booking is with Baggage.",
                    RecordCreated("tickets", about, keys=new),
                ),
                tool_point(
                    "It has the number of the tag and the address.",
                    RecordCreated(
                        "tickets",
                        {"subject": {"$contains": self._tag}, "comments[0].text": {"$contains": self._inn}},
                        keys=new,
                    ),
                ),
                tool_point(
                    "It names the receipt.",
                    RecordCreated("tickets", {"comments[0].text": {"$contains": self._number}}, keys=new),
                ),
                tool_point(
                    "It names the reimbursement within the limit.",
                    RecordCreated("tickets", {"comments[0].text": {"$contains": str(due)}}, keys=new),
                ),
                tool_point("The traveller was asked.", UserAsked(("bag tag", "delivery address"))),
                tool_point("Nothing else was changed.", RecordUnchanged((AllowedChange("tickets", new),))),
            ),
        )
