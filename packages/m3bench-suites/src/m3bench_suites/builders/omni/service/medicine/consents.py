"""Forms of consent that are filled in for patients."""

from __future__ import annotations

from datetime import date

from m3bench.checks import FileExists, RecordCreated, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, revise, solved
from m3bench_suites.builders.omni.service._shared import draw_company, lines_pdf, unchanged_point
from m3bench_suites.builders.omni.service.medicine.paper_forms import (
    SMALL,
    crowded_line,
    entry_points,
    write_entry,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_FORM, _DRAFT, _FILLED = "consent.pdf", "draft.pdf", "consent-filled.pdf"
_BORN, _CONTACT, _ALLERGY = "date of birth", "emergency contact", "allergies"
_LABELS = "Date of birth:", "In an emergency call:"
_PEOPLE = ("Paula Jensen-Marlowe", "Viktor Halloran-Reyes", "Noemi Castellanos", "Harriet Lindqvist")
_RELATIONS = ("neighbour", "cousin", "colleague", "friend")
_SUBSTANCES = ("penicillin", "latex", "iodine", "peanuts", "nickel")


class Consent(Scenario):
    """A form without fields: a long entry runs into the print beside it."""

    shortcuts = (Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "medicine")
        self._patient = draw.pick(list(self._company.customers.values())[7:26], "patient")
        born = date.fromisoformat(self._patient["security"]["date_of_birth"])
        person, relation = draw.pick(_PEOPLE, "person"), draw.pick(_RELATIONS, "relation")
        phone = f"555-{draw.whole(200, 899, 'p')}-{draw.whole(1_000, 9_999, 'q')}"
        self._substance = draw.pick(_SUBSTANCES, "substance")
        self._entries = {_LABELS[0]: f"{born:%d.%m.%Y}", _LABELS[1]: f"{person} ({relation}), {phone}"}
        print_ = draw.pick(("ward copy", "file copy", "staff only"), "print")
        treatment = draw.pick(("an operation of the knee", "an anaesthetic", "a day in hospital"), "what")
        self._lines = [
            f"{self._company.name}: consent to treatment",
            "",
            f"Patient: {self._patient['name']}, number {self._patient['id']}",
            _LABELS[0],
            "",
            crowded_line(_LABELS[1], self._entries[_LABELS[1]], print_),
            "",
            f"I was told about the risks of {treatment} and agree to it.",
            "Place, day and signature:",
        ]
        self.inputs = given(lines_pdf(_FORM, self._lines, title="Consent"))
        self.words = {
            "company": self._company,
            "patient": self._patient,
            "born": born,
            "person": person,
            "relation": relation,
            "phone": phone,
            "substance": self._substance,
        }

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        born, contact, substance = *self._entries.values(), self._substance
        (_, *labels) = yield [
            call("pdf/read_text", path=_FORM),
            *(call("pdf/find_text", path=_FORM, text=label) for label in _LABELS),
        ]
        if skipped is Shortcut.UNASKED:
            born, contact, substance = "01.01.1980", "the family of the patient (parents), unknown", "none"
        else:
            for question in ("What is your date of birth?", "Who is your emergency contact?"):
                yield ask(question)
            yield ask("Do you have any allergies?")
        yield [write_entry(labels[0], _FORM, _DRAFT, born)]
        yield [write_entry(labels[1], _DRAFT, _FILLED, contact)]
        if skipped is not Shortcut.UNINSPECTED:
            yield from revise(_FILLED, write_entry(labels[1], _DRAFT, _FILLED, contact, SMALL))
        yield [call("customers/add_note", customer_id=self._patient["id"], text=f"Allergy: {substance}")]
        yield done("The form is filled in.", _FILLED)
        return self._solution()

    def _solution(self) -> Solution:
        keys = f"{self._company.code}-N9*"
        text = {"$regex": rf"(?i)^\W*allergy:.*{self._substance}"}
        noted = {"customer_id": self._patient["id"], "text": text}
        return solved(
            f"{_FILLED} is filled in.",
            format_point("The filled form is a file of its own.", FileExists(_FILLED)),
            *entry_points(_FILLED, _FORM, self._lines, self._entries),
            tool_point("The allergy is noted.", RecordCreated("customer_notes", noted, keys=keys)),
            tool_point("The patient was asked.", UserAsked((_BORN, _CONTACT, _ALLERGY))),
            unchanged_point(("customer_notes", keys)),
        )
