"""A lease begins: it is compared with what was agreed, signed, and what follows from it is arranged."""

from __future__ import annotations

from m3bench.checks import Check, Expected, FileExists, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_guest,
    is_coming,
    spoken_day,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.omni.service.real_estate.leases import GIVEN, MADE, draw_lease
from m3bench_suites.builders.tasks import format_point, tool_point

_MOST_MONTHS = 2
_AMOUNT = "{:,.2f}"


class LeaseOpening(Scenario):
    """Verification, a signature, a viewing that is no longer needed, and a deposit that may be too high."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_guest(draw, "real estate", lambda _, booking: is_coming(draw, booking))
        self._lease = lease = draw_lease(draw)
        said = "let the rooms to someone else" if lease.party == "landlord" else "move into the rooms"
        message = (
            f"Good afternoon, this is {self._caller.name} of {lease.firm}. It is done: we {said}. "
            f"{lease.signer} signs the lease for us, on {spoken_day(lease.day)} twenty twenty-five. "
            f"We no longer need our viewing, {spelled(self._caller.record['id'])}, so please cancel it."
        )
        first, second = draw.sample([lease.picture, lease.other_picture], 2, "order")
        self.inputs = given(lease.file, voice_message(message, draw), first, second)
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "most_months": _MOST_MONTHS,
            "recording": self.recording,
            "first": first,
            "second": second,
            "lease": lease,
        }
        viewing = self._caller.record["id"]
        self.shown = (lease.number, str(lease.deposit_cents), viewing, lease.signer)
        self.key_facts = (lease.number, viewing, lease.signer)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        lease, caller, party = self._lease, self._caller, self._lease.party
        signer, line, viewing = lease.signer, lease.line, caller.record["id"]
        picture = lease.other_picture.name if skipped is Shortcut.BLIND else lease.picture.name
        heard, read, *seen = yield [
            self.transcribe(),
            call("pdf/read_text", path=GIVEN),
            *(call("render/render_picture", path=file.name) for file in self.inputs.files),
        ]
        if skipped is Shortcut.DEAF:
            party, signer, viewing = lease.other_party, "the director", caller.other["id"]
        (record,) = yield [call("bookings/get_booking", heard, booking_id=viewing)]
        told: list[CallResult] = []
        if skipped is Shortcut.UNASKED:
            line = line.replace(lease.place, "London")
        else:
            yield from caller.verify(record)
            told = list((yield ask("What is the place of signing?")))
        inspected = skipped is not Shortcut.UNINSPECTED
        yield from lease.sign(party, picture, line, heard, read, *seen, *told, inspected=inspected)
        reason = f"Lease {lease.number} is signed."
        yield [call("bookings/cancel_booking", heard, read, record, booking_id=viewing, reason=reason)]
        if lease.truth["deposit_months"] > _MOST_MONTHS:
            yield [self._ticket(read, record)]
        note = f"Lease {lease.number} was signed by {signer}."
        yield [caller.note(note, heard, read)]
        yield done("All is arranged.", MADE)
        return self._solution(viewing)

    def _ticket(self, *uses: CallResult) -> PlannedCall:
        subject = f"High deposit in lease {self._lease.number}"
        text = f"The deposit is {self._lease.deposit_cents} cents."
        return self._caller.ticket(
            self._caller.record["id"], subject, text, *uses, team="Accounts", priority="high"
        )

    def _solution(self, viewing: str) -> Solution:
        lease, caller, right = self._lease, self._caller, self._caller.record
        notes, tickets = f"{caller.code}-N9*", f"{caller.code}-T9*"
        noted = {"text": {"$regex": f"(?is)(?=.*{lease.number}).*{lease.signer}"}}
        settled: list[Check] = [
            RecordState(
                "bookings",
                right["id"],
                {"status": "cancelled", "history[-1].event": {"$contains": lease.number}},
            )
        ]
        allowed = [
            ("customers", caller.id),
            ("bookings", right["id"]),
            ("offers", right["offer_id"]),
            ("customer_notes", notes),
        ]
        if lease.truth["deposit_months"] > _MOST_MONTHS:
            ticket = {
                "team": "Accounts",
                "priority": "high",
                "subject": {"$contains": lease.number},
                "comments[0].text": {"$contains": str(lease.deposit_cents)},
            }
            settled.append(RecordCreated("tickets", ticket, keys=tickets))
            allowed.append(("tickets", tickets))
        rent = _AMOUNT.format(lease.truth["rent_cents"] / 100)
        return solved(
            f"{lease.number}: deposit {lease.deposit_cents} cents; {viewing} is cancelled.",
            tool_point(
                "The client was asked.",
                UserAsked((*caller.topics, "place of signing"), before="bookings/cancel_booking"),
            ),
            verified_point(caller, "bookings", right["id"]),
            tool_point("Viewing and deposit are settled as the rules say.", *settled),
            tool_point(
                "The lease and who signed it are noted.",
                RecordCreated("customer_notes", {"customer_id": caller.id, **noted}, keys=notes),
            ),
            format_point("signed.pdf was made.", FileExists(MADE)),
            tool_point("The right signature is above the right line.", *lease.signature_checks()),
            tool_point("Place and day are written.", *lease.line_checks()),
            tool_point("No words are covered.", *lease.untouched_checks()),
            unchanged_point(*allowed),
            lease=lease.number,
            deposit_cents=Expected(lease.deposit_cents, grounds=(rent,)),
            viewing=viewing,
        )
