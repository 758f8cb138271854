"""Lines that move house: what the new place offers, what the app refused, and what is confirmed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from m3bench.checks import Check, DocxContent, PageLayout, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller,
    draw_film,
    give_credit,
    identity_points,
    unchanged_point,
)
from m3bench_suites.builders.omni.service.telecom.fees import OURS
from m3bench_suites.builders.tasks import format_point, tool_point

_SPEEDS = ("Broadband 100", "Broadband 500")
_STREETS = ("Juniper Road", "Heron Walk", "Chapel Row", "Fenwick Street", "Larch Avenue")
_GESTURE_CENTS = 1_000
_LETTER = "letter.docx"


class MovedLine(Scenario):
    """A message, a recording of the screen, a table of places and a dialogue: a line at a new address."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(
            draw, "telecom", "accounts", lambda account: account["tariff"]["name"] in _SPEEDS
        )
        current = self._caller.record["tariff"]["name"]
        products = self._caller.company.products.values()
        self._tariff = next(
            product for product in products if product["name"] in _SPEEDS and product["name"] != current
        )
        self._film = draw_film(draw, "app_recording")
        self._code = str(self._film.facts["code"])
        self._street = f"{draw.whole(2, 98, 'house')} {draw.pick(_STREETS, 'street')}"
        self._day = draw.world.now.date() + timedelta(days=draw.whole(10, 40, "day"))
        self._places = self._drawn_places()
        self._postcode, self._city = self._places[0][:2]
        line = self._caller.record["id"]
        message = (
            f"Hello, this is {self._caller.name}. I am moving, and I want to keep my line, {spelled(line)}. "
            f"The new postcode is {spelled(self._postcode)}. Your app would not let me, so please do it for "
            "me."
        )
        rows = draw.sample(self._places, len(self._places), "rows")
        heading = ["Postcode", "City", *_SPEEDS]
        self.inputs = given(
            voice_message(message, draw),
            self._film.file,
            DataFile("places.xlsx", "xlsx", {"Places": [heading, *rows]}),
        )
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "gesture_cents": _GESTURE_CENTS,
            "recording": self.recording,
            "film": self._film,
            "street": self._street,
            "day": self._day,
        }
        self.shown = (line, self._postcode, self._code)
        self.key_facts = (line, self._postcode, self._code)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, line, place = self._caller, self._caller.record["id"], self._places[0]
        app, shown, street, day = self._film.facts["app"], self._code, self._street, self._day
        places, tariffs = yield [
            call("sheets/read_range", path="places.xlsx"),
            call("accounts/list_tariffs", company=caller.code),
        ]
        uses = [places, tariffs]
        if skipped is Shortcut.DEAF:
            place = self._places[1]
        else:
            uses += yield [self.transcribe()]
        if skipped is Shortcut.BLIND:
            app, shown = "Parcelo", "NET-999"
        else:
            uses.append((yield from self._film.watch()))
        uses += yield [call("accounts/get_account", *uses, account_id=line)]
        if skipped is Shortcut.UNASKED:
            street, day = "1 Main Street", self._day + timedelta(days=1)
        else:
            yield from caller.verify(*uses)
            uses += yield ask("What is your new street and house number?", "On which day do you move?")
        postcode, city = place[:2]
        yield [
            call(
                "customers/update_contact", *uses, customer_id=caller.id, street=street, city=city,
                postcode=postcode,
            )
        ]  # fmt: skip
        yield [call("accounts/change_tariff", *uses, account_id=line, tariff_id=self._tariff["id"])]
        subject = f"{app} {shown}"
        text = f"The app refused a move on {day.isoformat()}."
        yield [caller.ticket(line, subject, text, *uses, team="Broadband", priority="normal")]
        if shown.partition("-")[0] in OURS:
            yield [give_credit(line, _GESTURE_CENTS, shown, *uses)]
        yield [call("word/create_document", path=_LETTER, title="Your move")]
        rows = self._rows(street, postcode, city, day.isoformat())
        yield [call("word/add_table", *uses, path=_LETTER, rows=rows)]
        yield [call("render/render_document", path=_LETTER)]
        yield done("The move is arranged.", _LETTER)
        return self._solution(city)

    def _drawn_places(self) -> list[list[Any]]:
        """Return rows of the table, that of the new address first: it offers the new tariff at most."""
        draw, customers = self.draw, self._caller.company.customers.values()
        cities = sorted({customer["address"]["city"] for customer in customers})
        codes = draw.sample(range(20_000, 89_000), 9, "postcodes")
        offered = ["yes", "yes" if self._tariff["name"] == _SPEEDS[1] else "no"]
        first = [str(codes[0]), draw.pick(cities, "city", 0), *offered]
        others = [
            [str(code), draw.pick(cities, "city", code), "yes", draw.pick(("yes", "no"), "fast", code)]
            for code in codes[1:]
        ]
        return [first, *others]

    def _rows(self, street: str, postcode: str, city: str, day: str) -> list[list[str]]:
        return [
            ["Item", "Entry"], ["Line", self._caller.record["id"]], ["Street", street],
            ["Postcode", postcode], ["City", city], ["Tariff", self._tariff["name"]],
            ["Monthly price (cents)", str(self._tariff["price_cents"])], ["Move", day],
        ]  # fmt: skip

    def _solution(self, city: str) -> Solution:
        caller, line = self._caller, self._caller.record["id"]
        tickets, day = f"{caller.code}-T9*", self._day.isoformat()
        address = {
            "address.street": self._street, "address.city": self._city, "address.postcode": self._postcode
        }  # fmt: skip
        ticket = {
            "subject": f"{self._film.facts['app']} {self._code}", "team": "Broadband", "about": line,
            "priority": "normal", "comments[0].text": {"$contains": day},
        }  # fmt: skip
        rows = tuple(map(tuple, self._rows(self._street, self._postcode, self._city, day)))
        return solved(
            f"{line} moves to {city} and has {self._tariff['name']}.",
            tool_point("The customer has the new address.", RecordState("customers", caller.id, address)),
            tool_point(
                "The line has the fastest tariff of the place.",
                RecordState("accounts", line, {"tariff.product_id": self._tariff["id"]}),
            ),
            tool_point("A ticket reports the app.", RecordCreated("tickets", ticket, keys=tickets)),
            tool_point("A gesture is credited if the rules say so.", self._gesture(line)),
            format_point(
                "The letter has the table of the rules.",
                DocxContent(_LETTER, tables=(rows,)),
                PageLayout(_LETTER),
            ),
            *identity_points(caller, ("accounts", line), "new street", "day of the move"),
            unchanged_point(("customers", caller.id), ("accounts", line), ("tickets", tickets)),
            line=line,
            city=city,
            tariff=self._tariff["name"],
        )

    def _gesture(self, line: str) -> Check:
        booked = len(self._caller.record["transactions"])
        if self._code.partition("-")[0] not in OURS:
            return RecordState("accounts", line, {"length(transactions)": booked})
        return RecordState(
            "accounts",
            line,
            {
                "length(transactions)": booked + 1,
                "transactions[-1].amount_cents": _GESTURE_CENTS,
                "transactions[-1].text": {"$contains": self._code},
            },
        )
