"""Apps that fail in a recording of the screen: tickets, and cards that help."""

from __future__ import annotations

from m3bench.checks import Expected, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    Card,
    draw_caller,
    draw_company,
    draw_film,
    is_active,
    unchanged_point,
)
from m3bench_suites.builders.omni.service.technical_support.help_texts import STEPS
from m3bench_suites.builders.tasks import tool_point

TEAMS = {
    "AUTH": "First Line", "FORM": "First Line", "PAY": "Subscriptions", "NET": "Hardware", "SRV": "Hardware",
}  # fmt: skip
_SYSTEMS = ("Windows 11", "macOS 15", "Ubuntu 24", "Android 16", "iOS 18", "ChromeOS")
_MANY = 5


class AppError(Scenario):
    """A recording of the screen, and what only the user knows: a ticket with the right priority."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "technical support", "accounts", is_active)
        self._film = draw_film(draw, "app_recording")
        self._system = draw.pick(_SYSTEMS, "system")
        self._people = draw.whole(2, 9, "people")
        ended_well = self._film.facts["ends"] == "done"
        self._priority = "urgent" if self._people > _MANY else "low" if ended_well else "high"
        self.inputs = given(self._film.file)
        plan = self._caller.record["id"]
        self.words = {
            "caller": self._caller,
            "many": _MANY,
            "film": self._film,
            "plan": plan,
            "system": self._system,
            "people": self._people,
        }
        self.shown = (self._film.facts["code"],)
        self.key_facts = (self._film.facts["code"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        app, shown = self._film.facts["app"], self._film.facts["code"]
        priority, system = self._priority, self._system
        uses = list((yield [call("accounts/get_account", account_id=self._caller.record["id"])]))
        if skipped is Shortcut.BLIND:
            app, shown = "Ledgerly", "NET-999"
        else:
            uses.append((yield from self._film.watch()))
        if skipped is Shortcut.UNASKED:
            priority, system = "normal", "Windows 10"
        else:
            uses += yield ask("Which operating system do you use?", "How many people are affected?")
        team = TEAMS[shown.partition("-")[0]]
        subject = f"{app} {shown}"
        text = f"An entry was refused. System: {system}."
        yield [
            self._caller.ticket(self._caller.record["id"], subject, text, *uses, team=team, priority=priority)
        ]
        yield done("The error is reported.")
        return self._solution(shown, team, priority)

    def _solution(self, shown: str, team: str, priority: str) -> Solution:
        facts, new = self._film.facts, f"{self._caller.code}-T9*"
        right = TEAMS[facts["code"].partition("-")[0]]
        subject = f"{facts['app']} {facts['code']}"
        return solved(
            f"{shown} is with {team}; the priority is {priority}.",
            tool_point(
                "A ticket names app and code, for the right team.",
                RecordCreated("tickets", {"subject": subject, "team": right}, keys=new),
            ),
            tool_point(
                "It names the operating system.",
                RecordCreated("tickets", {"comments[0].text": {"$contains": self._system}}, keys=new),
            ),
            tool_point(
                "Its priority is as the rules say, and it is about the plan.",
                RecordCreated(
                    "tickets", {"priority": self._priority, "about": self._caller.record["id"]}, keys=new
                ),
            ),
            tool_point(
                "The user was asked for system and people.",
                UserAsked(("operating system", "number of affected people")),
            ),
            unchanged_point(("tickets", new)),
            message=shown,
            team=Expected(team, grounds=(facts["code"],)),
            priority=Expected(priority, grounds=(facts["code"],)),
        )


class HelpCard(Scenario):
    """A recording of the screen and a table of remedies: a card whose text must fit, sent with a ticket."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        company = draw_company(draw, "technical support")
        tickets = [ticket for ticket in company.tickets.values() if ticket["status"] in ("open", "on_hold")]
        if not tickets:
            raise PlanError("no ticket is open")
        self._ticket = draw.pick(tickets, "ticket")
        self._film = draw_film(draw, "app_recording")
        facts = self._film.facts
        rows = [[error, index, text] for error, texts in STEPS.items() for index, text in enumerate(texts, 1)]
        steps = [["Message", "Step", "What to do"], *rows]
        self.inputs = given(self._film.file, DataFile("remedies.xlsx", "xlsx", {"Remedies": steps}))
        self._footer = f"{company.name}, ticket {self._ticket['id']}"
        self._card = self._drawn_card(facts["error"], facts["code"])
        self.words = {"company": company, "ticket": self._ticket, "film": self._film, "footer": self._footer}
        self.shown = (facts["code"], facts["error"])
        self.key_facts = (facts["code"], facts["error"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        ticket = self._ticket["id"]
        uses: list[CallResult] = []
        uses += yield [
            call("sheets/read_range", path="remedies.xlsx"),
            call("tickets/get_ticket", ticket_id=ticket),
        ]
        card = self._card
        if skipped is Shortcut.BLIND:
            wrong = next(error for error in STEPS if error != self._film.facts["error"])
            card = self._drawn_card(wrong, "APP-100")
        else:
            uses.append((yield from self._film.watch()))
        yield from card.make(*uses, revised=skipped is not Shortcut.UNINSPECTED)
        yield [call("tickets/add_comment", ticket_id=ticket, text="Our help is in card.pptx.", public=True)]
        yield [call("tickets/set_status", ticket_id=ticket, status="pending")]
        yield done("The card is ready, and the ticket waits.", card.path)
        last = {"comments[-1].text": {"$contains": card.path}, "comments[-1].public": True}
        return solved(
            f"{card.path} has the steps for {card.headline}.",
            *self._card.points(),
            tool_point("The ticket has a public comment on it.", RecordState("tickets", ticket, last)),
            tool_point("The ticket waits.", RecordState("tickets", ticket, {"status": "pending"})),
            unchanged_point(("tickets", ticket)),
        )

    def _drawn_card(self, error: str, shown: str) -> Card:
        return Card("card.pptx", f"{error} ({shown})", STEPS[error], self._footer)
