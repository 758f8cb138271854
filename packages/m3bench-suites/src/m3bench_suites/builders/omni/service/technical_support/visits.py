"""Visits of technicians: from a call, a film, a price list and a dialogue to ticket, note and work order."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from m3bench.checks import DocxContent, Expected, PageLayout, RecordCreated, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller,
    draw_film,
    is_active,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.omni.service.technical_support.faults import CAUSES
from m3bench_suites.builders.tasks import format_point, tool_point

_PARTS = ("pump", "heater", "door lock", "fan", "sensor", "board", "valve", "power supply", "hose")
_QUARTER_CENTS = 1_800
_COVERED = {"Care Business": 100, "Care Home Plus": 50, "Care Home": 0}
_DAY_TOPIC = "day of the visit"


class TechnicianVisit(Scenario):
    """A call, a film and a list of parts: what the customer pays, when, and what the technician brings."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "technical support", "accounts", is_active)
        self._film = draw_film(draw, "device_fault")
        shown = self._film.facts["code"]
        codes = [f"{shown[0]}{10 + (int(shown[1:]) + 11 * index) % 89}" for index in range(7)]
        codes = [shown, *(code for code in dict.fromkeys(codes) if code != shown)]
        self._works = self._drawn_works(codes)
        self._day: date = draw.world.now.date() + timedelta(days=draw.whole(6, 20, "day"))
        plan = self._caller.record["id"]
        message = (
            f"Good morning, this is {self._caller.name} with plan number {spelled(plan)}. "
            f"My {self._film.facts['device']} has stopped working. Could you please send somebody who "
            "repairs it?"
        )
        self.inputs = given(
            voice_message(message, draw),
            self._film.file,
            DataFile("parts.xlsx", "xlsx", {"Parts": self._table()}),
        )
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "quarter_cents": _QUARTER_CENTS,
            "recording": self.recording,
            "film": self._film,
            "day": self._day,
        }
        self.shown = (plan, shown, self._film.facts["model"])
        self.key_facts = (plan, shown, self._film.facts["model"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, plan, model = self._caller, self._caller.record["id"], self._film.facts["model"]
        fault, light, day = self._film.facts["code"], self._film.facts["light"], self._day
        uses = list((yield [call("sheets/read_range", path="parts.xlsx")]))
        if skipped is Shortcut.DEAF:
            plan = caller.other["id"]
        else:
            uses += yield [self.transcribe()]
        if skipped is Shortcut.BLIND:
            model, light = "KM-500", "amber"
            fault = next(code for code in self._works if code != fault)
        else:
            uses.append((yield from self._film.watch()))
        (account,) = yield [call("accounts/get_account", *uses, account_id=plan)]
        tariff, owner = account.data["tariff"]["name"], account.data["customer_id"]
        uses += [account, *(yield [call("customers/get_customer", account, customer_id=owner)])]
        if skipped in (Shortcut.UNASKED, Shortcut.DEAF):
            day = self.draw.world.now.date() + timedelta(days=2)
        else:
            yield from caller.verify(*uses)
            uses += yield ask("Which day suits you for the visit of the technician?")
        share = self._share(fault, tariff)
        subject = f"{model} {fault}"
        text = f"Visit of a technician; the customer pays {share} cents."
        (ticket,) = yield [
            caller.ticket(
                plan,
                subject,
                text,
                *uses,
                team="Hardware",
                priority="high" if light == "red" else "normal",
                customer=owner,
            )
        ]
        yield [
            call(
                "customers/add_note", *uses, customer_id=owner, text=f"Technician comes on {day.isoformat()}."
            )
        ]
        yield [call("word/create_document", path="order.docx", title="Work order")]
        yield [call("word/add_table", *uses, path="order.docx", rows=self._order(model, fault, share, day))]
        yield [call("render/render_document", path="order.docx")]
        yield [call("tickets/get_ticket", ticket, ticket_id=ticket.data["ticket_id"])]
        yield done("The visit is arranged.", "order.docx")
        return self._solution(plan, fault, share)

    def _drawn_works(self, codes: list[str]) -> dict[str, tuple[str, str, int, int]]:
        """Return cause, part, price in cents and minutes by code."""
        draw = self.draw
        causes, parts = draw.sample(CAUSES, len(codes), "causes"), draw.sample(_PARTS, len(codes), "parts")
        return {
            code: (
                cause,
                part,
                100 * draw.whole(9, 160, "price", code),
                5 * draw.whole(4, 22, "minutes", code),
            )
            for code, cause, part in zip(codes, causes, parts, strict=True)
        }

    def _table(self) -> list[list[Any]]:
        heading = ["Code", "Cause", "Part", "Part (cents)", "Minutes"]
        return [heading, *([code, *self._works[code]] for code in sorted(self._works))]

    def _share(self, fault: str, tariff: str) -> int:
        _, _, price, minutes = self._works[fault]
        total = price + _QUARTER_CENTS * -(-minutes // 15)
        return total * (100 - _COVERED[tariff]) // 100

    def _order(self, model: str, fault: str, share: int, day: date) -> list[list[str]]:
        _, part, _, minutes = self._works[fault]
        return [
            ["Item", "Entry"], ["Model", model], ["Code", fault], ["Part", part], ["Minutes", str(minutes)],
            ["Customer pays (cents)", str(share)], ["Visit", day.isoformat()],
        ]  # fmt: skip

    def _solution(self, plan: str, fault: str, share: int) -> Solution:
        caller, right, facts = self._caller, self._caller.record["id"], self._film.facts
        due = self._share(facts["code"], caller.record["tariff"]["name"])
        tickets, notes = f"{caller.code}-T9*", f"{caller.code}-N9*"
        rows = self._order(facts["model"], facts["code"], due, self._day)
        subject = f"{facts['model']} {facts['code']}"
        priority = "high" if facts["light"] == "red" else "normal"
        ticket = {"subject": subject, "team": "Hardware", "priority": priority, "about": right}
        noted = {"customer_id": caller.id, "text": {"$contains": self._day.isoformat()}}
        return solved(
            f"A technician comes for {fault} of plan {plan}; the customer pays {share} cents.",
            tool_point(
                "A ticket for the visit is as the rules say.", RecordCreated("tickets", ticket, keys=tickets)
            ),
            tool_point(
                "It has the customer's share.",
                RecordCreated("tickets", {"comments[0].text": {"$contains": str(due)}}, keys=tickets),
            ),
            tool_point(
                "A note has the day that the customer chose.",
                RecordCreated("customer_notes", noted, keys=notes),
            ),
            format_point(
                "The work order has the table of the rules.",
                DocxContent("order.docx", tables=(tuple(map(tuple, rows)),)),
                PageLayout("order.docx"),
            ),
            tool_point(
                "The customer was asked for security answers and the day.",
                UserAsked((*caller.topics, _DAY_TOPIC)),
            ),
            verified_point(caller, "tickets", tickets),
            unchanged_point(("customers", caller.id), ("tickets", tickets), ("customer_notes", notes)),
            plan=plan,
            fault=fault,
            share_cents=Expected(share, grounds=(self._works[facts["code"]][2],)),
        )
