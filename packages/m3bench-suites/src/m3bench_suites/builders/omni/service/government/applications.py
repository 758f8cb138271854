"""Applications that are filled in for citizens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from m3bench.checks import FileExists, PdfContent, RecordCreated, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_company, draw_paper, unchanged_point
from m3bench_suites.builders.omni.service.government.forms import (
    FORM,
    cut_off,
    fill,
    form_points,
    office_settings,
    shortened,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_FILLED = "application.pdf"
_BORN, _DELIVERY = "date of birth", "way of delivery"
_SHORT = ("Needed for my new employer", "Second copy, the first was lost", "For the school of my daughter")
_LONG = (
    "Please issue it with my maiden name as well, as it is in the register of the year 1998",
    "I need it before the end of the month because of a journey to my parents abroad",
    "My old document was damaged by water in the cellar and cannot be read any more",
)


class FilledApplication(Scenario):
    """A form with narrow fields: what does not fit goes into the file instead."""

    shortcuts = (Shortcut.UNASKED, Shortcut.UNINSPECTED)
    topics: tuple[str, ...] = (_BORN, _DELIVERY)
    """What the citizen is asked about."""

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "government services")
        citizen = draw.pick(list(self._company.customers.values())[7:26], "citizen")
        self._citizen = citizen
        form = draw_paper(draw, FORM, "fillable_form", office_settings(self._company, "Application form"))
        truth = form.truth
        fields = {field["name"]: field for field in truth["fields"]}
        born = date.fromisoformat(citizen["security"]["date_of_birth"])
        delivery = draw.pick(("by courier", "pick-up"), "delivery")
        department = draw.pick(fields["department"]["options"], "department")
        remark, address = self._entries(draw)
        self._values: dict[str, Any] = {
            "full_name": citizen["name"],
            "address": address,
            "birth_date": f"{born:%d.%m.%Y}",
            "phone": citizen["phone"],
            "department": department,
            "delivery": delivery,
            "terms": True,
            "remarks": remark,
        }
        self.inputs = given(form.file)
        self.words = {
            "company": self._company,
            "department": department,
            "citizen": citizen,
            "address": address,
            "remark": remark,
            "born": born,
            "delivery": delivery,
        }

    def _entries(self, draw: TaskDraw) -> tuple[str, str]:
        """Return the remark and the address: one of them is too long."""
        home = self._citizen["address"]
        place = f"{home['street']}, {home['postcode']} {home['city']}"
        if draw.number % 2:
            return draw.pick(_LONG, "remark"), place
        host = draw.pick(("Family Aldermann", "Studio Weatherby", "Workshop Kingsley"), "host")
        flat = draw.whole(11, 49, "flat")
        return draw.pick(_SHORT, "remark"), f"c/o {host}, Flat {flat}, Old Customs House, {place}"

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        listed, record = yield from self._look_up(skipped)
        citizen = record.data["id"]
        values = {**self._values, "phone": record.data["phone"]}
        if skipped is Shortcut.UNASKED:
            values |= {"birth_date": "01.01.1980", "delivery": "by post"}
        else:
            yield ask(f"What is your {_BORN}?")
            yield ask("Which way of delivery would you like?")
        yield [fill(values, _FILLED)]
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", listed, record, path=_FILLED)]
            yield [fill(shortened(values), _FILLED)]
            yield [call("render/render_document", path=_FILLED)]
            (name,) = cut_off(self._values)
            yield [call("customers/add_note", customer_id=citizen, text=f"{name}: {values[name]}")]
        yield done("The form is filled in.", _FILLED)
        return self._solution()

    def _look_up(self, _: Shortcut | None) -> Steps[Sequence[CallResult]]:
        """Read the form and the record of the citizen."""
        return (
            yield [
                call("pdf/list_form_fields", path=FORM),
                call("customers/get_customer", customer_id=self._citizen["id"]),
            ]
        )

    def _solution(self) -> Solution:
        (name,) = cut_off(self._values)
        keys = f"{self._company.code}-N9*"
        noted = {"customer_id": self._citizen["id"], "text": {"$contains": self._values[name]}}
        values = {**self._values, "newsletter": False}
        return solved(
            f"{_FILLED} is filled in.",
            format_point("The form is one page.", FileExists(_FILLED), PdfContent(_FILLED, pages=1)),
            *form_points(_FILLED, values, RecordCreated("customer_notes", noted, keys=keys)),
            tool_point("The citizen was asked for what is missing.", UserAsked(self.topics)),
            unchanged_point(("customer_notes", keys)),
        )
