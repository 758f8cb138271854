"""Devices that fail in a film: tickets for those who repair them."""

from __future__ import annotations

from m3bench.checks import Expected, RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_caller, draw_film, is_active, unchanged_point
from m3bench_suites.builders.tasks import tool_point

CAUSES = (
    "water inlet blocked", "pump does not turn", "heater without current", "door lock open", "fan too slow",
    "sensor not connected", "memory error", "overheated", "supply voltage too low", "valve stuck",
)  # fmt: skip


class FaultTicket(Scenario):
    """A film of a device and a table of codes: a ticket for the right team with the right priority."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "technical support", "accounts", is_active)
        self._film = draw_film(draw, "device_fault")
        facts = self._film.facts
        stuck, red = facts["after_button"] == facts["code"], facts["light"] == "red"
        self._priority = "urgent" if stuck else "high" if red else "normal"
        self._codes = self._drawn_codes(facts["code"])
        self.inputs = given(
            self._film.file,
            DataFile("codes.csv", "csv", [["code", "cause", "team"], *map(list, self._codes)]),
        )
        self.words = {"caller": self._caller, "facts": facts, "film": self._film}
        self.shown = (facts["model"], facts["code"], self._priority)
        self.key_facts = (facts["model"], facts["code"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        plan = self._caller.record["id"]
        table, account = yield [
            call("files/read_text", path="codes.csv"),
            call("accounts/get_account", account_id=plan),
        ]
        model, fault, priority = self._film.facts["model"], self._film.facts["code"], self._priority
        if skipped is Shortcut.BLIND:
            model, fault, priority = "AX-100", next(row[0] for row in self._codes if row[0] != fault), "high"
            uses = [table, account]
        else:
            uses = [table, account, (yield from self._film.watch())]
        cause, team = next((row[1], row[2]) for row in self._codes if row[0] == fault)
        subject = f"{model} {fault}"
        text = f"According to the table: {cause}."
        yield [self._caller.ticket(plan, subject, text, *uses, team=team, priority=priority)]
        yield done("The fault is reported.")
        return self._solution(model, fault, priority)

    def _drawn_codes(self, shown: str) -> list[tuple[str, str, str]]:
        """Return the rows of the table: the code of the film, and others."""
        draw = self.draw
        others = [f"{shown[0]}{10 + (int(shown[1:]) + 7 * index) % 89}" for index in range(1, 6)]
        others += [f"Y{draw.whole(10, 98, 'foreign', index)}" for index in range(3)]
        codes = sorted({shown, *others})
        causes = draw.sample(CAUSES, len(codes), "causes")
        rows = [
            (code, cause, draw.pick(self._caller.company.teams[:2], "team", code))
            for code, cause in zip(codes, causes, strict=True)
        ]
        return draw.sample(rows, len(rows), "order")

    def _solution(self, model: str, fault: str, priority: str) -> Solution:
        facts, new = self._film.facts, f"{self._caller.code}-T9*"
        cause, team = next((row[1], row[2]) for row in self._codes if row[0] == facts["code"])
        subject = f"{facts['model']} {facts['code']}"
        return solved(
            f"{model} shows {fault}; the ticket is {priority}.",
            tool_point(
                "A ticket names model and code.", RecordCreated("tickets", {"subject": subject}, keys=new)
            ),
            tool_point(
                "Its team and cause are those of the table.",
                RecordCreated("tickets", {"team": team, "comments[0].text": {"$contains": cause}}, keys=new),
            ),
            tool_point(
                "Its priority is as the rules say, and it is about the plan.",
                RecordCreated(
                    "tickets", {"priority": self._priority, "about": self._caller.record["id"]}, keys=new
                ),
            ),
            unchanged_point(("tickets", new)),
            model=model,
            fault=fault,
            priority=Expected(priority, grounds=(facts["code"],)),
        )
