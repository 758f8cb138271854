"""Paper forms that come in as scans."""

from __future__ import annotations

from m3bench.checks import Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import draw_caller, draw_paper, unchanged_point
from m3bench_suites.builders.omni.service.government.forms import office_settings
from m3bench_suites.builders.tasks import tool_point

_HIGH_CENTS = 100_000
_READY = ("APPROVED", "PAID")
_FORMS = ("Application for a parking permit", "Application for a market stall", "Registration of a business")


class ScannedForm(Scenario):
    """A scan with handwriting and a stamp: the stamp decides who gets it, the amount how urgent it is."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "government services", "bookings")
        photo, citizen, company = draw.photo_name(), self._caller.id, self._caller.company
        form = draw_paper(
            draw,
            photo,
            "scanned_form",
            {
                **office_settings(company, draw.pick(_FORMS, "form")),
                "name": self._caller.name,
                "currency": company.currency,
            },
        )
        truth = form.truth
        written = {field["label"]: field["value"] for field in truth["fields"]}
        self._number, self._reference = truth["number"].removeprefix("No. "), written["Reference"]
        self._phone, self._stamp = written["Telephone"], truth["stamp"]["text"]
        cents = round(float(written[f"Amount ({company.currency})"].replace(",", "")) * 100)
        self._team = "Documents" if self._stamp in _READY else "Appointments"
        self._priority = "high" if cents > _HIGH_CENTS else "normal"
        self.inputs = given(form.file)
        self.words = {"caller": self._caller, "photo": photo, "citizen": citizen, "teams": company.teams}
        self.shown = (self._number, self._reference, self._stamp, self._team)
        self.key_facts = (self._number, self._reference, self._phone)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        number, reference, phone, team = self._number, self._reference, self._phone, self._team
        photo, citizen = self.inputs.world_files[0].name, self._caller.id
        if skipped is Shortcut.BLIND:
            number, reference, phone, team = "10000", "AX-1000", "555-100-1000", "Complaints"
        seen, looked, record = yield [
            read_print(photo),
            call("render/render_picture", path=photo),
            call("customers/get_customer", customer_id=citizen),
        ]
        yield [
            call("customers/update_contact", seen, record, customer_id=citizen, phone=phone),
            call(
                "tickets/create_ticket",
                seen,
                looked,
                company=self._caller.code,
                customer_id=citizen,
                subject=f"Form {number}, reference {reference}",
                text="Came by post and was scanned.",
                team=team,
                priority=self._priority,
            ),
        ]
        yield done("The form is filed.")
        return self._solution(number, reference, team)

    def _solution(self, number: str, reference: str, team: str) -> Solution:
        citizen, new = self._caller.id, f"{self._caller.code}-T9*"
        subject = {"$regex": rf"{self._number}.*{self._reference}|{self._reference}.*{self._number}"}
        where = {"team": self._team, "customer_id": citizen, "subject": subject}
        return solved(
            f"Form {number} with reference {reference} is with the team {team}.",
            tool_point("The right team has a ticket.", RecordCreated("tickets", where, keys=new)),
            tool_point(
                "Its priority fits the amount.",
                RecordCreated("tickets", {"priority": self._priority}, keys=new),
            ),
            tool_point(
                "The telephone number is up to date.",
                RecordState("customers", citizen, {"phone": self._phone}),
            ),
            unchanged_point(("customers", citizen), ("tickets", new)),
            form_number=number,
            reference=reference,
            team=Expected(team, grounds=(self._stamp,)),
        )
