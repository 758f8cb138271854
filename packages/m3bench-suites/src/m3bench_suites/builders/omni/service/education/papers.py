"""Papers for employers: a form to fill in, from a call, records, a table and a dialogue."""

from __future__ import annotations

from typing import Any

from m3bench.checks import (
    FileExists,
    PdfCopy,
    PdfForm,
    RecordCreated,
    RecordState,
)
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller,
    draw_paper,
    identity_points,
    unchanged_point,
)
from m3bench_suites.builders.omni.service.education.courses import is_coming
from m3bench_suites.builders.tasks import format_point, tool_point

_EXTRA = "Online recordings"
_GIVEN, _FORM = "form.pdf", "filled.pdf"
_PHONE, _NEWS = "telephone number", "newsletter"
_DELIVERIES = {"by post": "by post", "by courier": "by courier", "pick-up": "for pick-up"}


class EmployerForm(Scenario):
    """A call, a form, a table of departments and what only the customer knows: booking, form and ticket."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(
            draw,
            "education",
            "bookings",
            lambda booking: (
                is_coming(draw, booking) and _EXTRA not in [extra["name"] for extra in booking["extras"]]
            ),
        )
        self._team = self._caller.company.teams[0]
        company, booking = self._caller.company, self._caller.record
        form = draw_paper(draw, _GIVEN, "fillable_form", {"title": "Training support form"})
        fields = form.truth["fields"]
        departments = next(field["options"] for field in fields if field["name"] == "department")
        courses = sorted({course["name"] for course in company.offers.values()})
        chosen = draw.sample(departments, len(courses), "departments")
        self._departments = dict(zip(courses, chosen, strict=True))
        self._department = self._departments[booking["name"]]
        self._delivery = draw.pick(tuple(_DELIVERIES), "delivery")
        self._wants_news = draw.pick((True, False), "news")
        self._phone = f"{self._caller.customer['phone'][:-3]}{draw.whole(100, 999, 'phone')}"
        offer = company.offers[booking["offer_id"]]
        price = next(extra["price_cents"] for extra in offer["extras"] if extra["name"] == _EXTRA)
        self._total = booking["total_cents"] + price
        self._born = self._caller.customer["security"]["date_of_birth"]
        message = (
            f"Hello, {self._caller.name} here. My employer wants a form for my course. The booking is "
            f"{spelled(booking['id'])}. Please send the papers {_DELIVERIES[self._delivery]}, and fill in "
            "the rest for me."
        )
        rows = [["Course", "Department"], *map(list, self._departments.items())]
        self.inputs = given(
            voice_message(message, draw),
            form.file,
            DataFile("departments.xlsx", "xlsx", {"Departments": rows}),
        )
        news = "Yes, I'd like to get it." if self._wants_news else "No, I don't want it, thanks."
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "employer": form.truth["company"],
            "team": self._team,
            "recording": self.recording,
            "phone": self._phone,
            "news": news,
        }
        self.shown = (booking["id"], self._department)
        self.key_facts = (booking["id"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, booking, delivery = self._caller, self._caller.record, self._delivery
        uses: list[CallResult] = []
        uses += yield [
            call("sheets/read_range", path="departments.xlsx"),
            call("pdf/list_form_fields", path=_GIVEN),
            call("render/render_document", path=_GIVEN),
        ]
        if skipped is Shortcut.DEAF:
            delivery = next(way for way in _DELIVERIES if way != delivery)
        else:
            uses += yield [self.transcribe()]
        (record,) = yield [call("bookings/get_booking", *uses, booking_id=booking["id"])]
        uses += [
            record,
            *(yield [call("customers/get_customer", record, customer_id=record.data["customer_id"])]),
        ]
        phone, news = self._phone, self._wants_news
        if skipped is Shortcut.UNASKED:
            phone, news = caller.customer["phone"], not news
        else:
            yield from caller.verify(*uses)
            asked = ["What is your date of birth?"] if "date of birth" not in caller.topics else []
            asked += ["What is your telephone number now?", "Do you want the newsletter?"]
            uses += yield ask(*asked)
            yield [call("customers/update_contact", *uses, customer_id=caller.id, phone=phone)]
        yield [call("bookings/add_extra", *uses, booking_id=booking["id"], extra=_EXTRA)]
        (made,) = yield [call("bookings/create_invoice", booking_id=booking["id"])]
        values = self._values(delivery, phone, news)
        yield [call("pdf/fill_form", *uses, path=_GIVEN, values=values, output=_FORM)]
        (seen,) = yield [call("render/render_document", path=_FORM)]
        text, known = f"{_FORM} is ready for the employer.", (*uses, seen, made)
        yield [
            caller.ticket(booking["id"], self._department, text, *known, team=self._team, priority="normal")
        ]
        yield done("The papers are ready.", _FORM)
        return self._solution(booking["id"])

    def _values(self, delivery: str, phone: str, news: bool) -> dict[str, Any]:
        customer = self._caller.customer
        address = customer["address"]
        return {
            "full_name": customer["name"],
            "address": f"{address['street']}, {address['postcode']}, {address['city']}",
            "birth_date": self._born,
            "phone": phone,
            "department": self._department,
            "delivery": delivery,
            "newsletter": news,
            "terms": True,
            "remarks": self._caller.record["id"],
        }

    def _solution(self, booking: str) -> Solution:
        caller, new = self._caller, f"{self._caller.code}-T9*"
        extras = [*(extra["name"] for extra in caller.record["extras"]), _EXTRA]
        ticket = {"team": self._team, "priority": "normal", "about": booking, "subject": self._department}
        values = self._values(self._delivery, self._phone, self._wants_news)
        return solved(
            f"{booking}: {self._department} pays {self._total} cents.",
            format_point(f"{_FORM} is there.", FileExists(_FORM)),
            tool_point(
                "The form is filled in as the rules say.",
                PdfForm(_FORM, values),
                PdfCopy(_FORM, _GIVEN, tuple(value for value in values.values() if isinstance(value, str))),
            ),
            tool_point(
                "The booking has the extra and an invoice over it.",
                RecordState(
                    "bookings", booking, {"extras[].name": extras, "invoice.total_cents": self._total}
                ),
            ),
            tool_point(
                "The records have the new number.",
                RecordState("customers", caller.id, {"phone": self._phone}),
            ),
            tool_point(
                "A ticket passes the form on.",
                RecordCreated("tickets", {**ticket, "comments[0].text": {"$contains": _FORM}}, keys=new),
            ),
            *identity_points(caller, ("bookings", booking), _PHONE, _NEWS),
            unchanged_point(("customers", caller.id), ("bookings", booking), ("tickets", new)),
            booking=booking,
            department=self._department,
            total_cents=self._total,
        )
