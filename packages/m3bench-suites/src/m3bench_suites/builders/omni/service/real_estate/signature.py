"""A lease is signed for a client."""

from __future__ import annotations

from m3bench.checks import FileExists, RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import Plan, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import draw_caller, is_active, spoken_day, unchanged_point
from m3bench_suites.builders.omni.service.real_estate.leases import GIVEN, MADE, draw_lease
from m3bench_suites.builders.tasks import format_point, tool_point

_SAID = {"landlord": "We are the ones who let the rooms.", "tenant": "We are the ones who move in."}


class SignedLease(Scenario):
    """A message tells who signs, for whom, where and when; the signature is taller than its line allows."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "real estate", "accounts", is_active)
        self._lease = lease = draw_lease(draw)
        message = (
            f"Hello, this is {self._caller.name} of {lease.firm}, about the lease. {_SAID[lease.party]} "
            f"{lease.signer} signs for us. The place is {lease.place}, and the day is "
            f"{spoken_day(lease.day)} twenty twenty-five."
        )
        first, second = draw.sample([lease.picture, lease.other_picture], 2, "order")
        self.inputs = given(lease.file, voice_message(message, draw), first, second)
        self.words = {"caller": self._caller, "recording": self.recording, "first": first, "second": second}
        self.shown = (lease.signer, lease.number, lease.place)
        self.key_facts = (lease.signer, lease.place)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        lease, party, line = self._lease, self._lease.party, self._lease.line
        picture = lease.other_picture.name if skipped is Shortcut.BLIND else lease.picture.name
        heard, read, *seen = yield [
            self.transcribe(),
            call("pdf/read_text", path=GIVEN),
            *(call("render/render_picture", path=file.name) for file in self.inputs.files),
        ]
        (hits,) = yield [call("pdf/find_text", read, path=GIVEN, text=party.capitalize(), match_case=True)]
        if skipped is Shortcut.DEAF:
            party, line = lease.other_party, "London, 1 December 2025"
        inspected = skipped is not Shortcut.UNINSPECTED
        yield from lease.sign(party, picture, line, heard, hits, *seen, inspected=inspected)
        note = f"Lease {lease.number} was signed as the {party}."
        yield [self._caller.note(note, read)]
        yield done("The lease is signed.", MADE)
        new = f"{self._caller.code}-N9*"
        noted = {"customer_id": self._caller.id, "text": {"$contains": lease.number}}
        return solved(
            f"{MADE} is signed by {lease.signer} for the {party}.",
            format_point("signed.pdf was made.", FileExists(MADE)),
            tool_point("The right signature is above the right line.", *lease.signature_checks()),
            tool_point("Place and day are written.", *lease.line_checks()),
            tool_point("No words are covered.", *lease.untouched_checks()),
            tool_point("The lease is noted.", RecordCreated("customer_notes", noted, keys=new)),
            unchanged_point(("customer_notes", new)),
        )
