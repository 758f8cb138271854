"""Lost and stolen cards."""

from __future__ import annotations

from typing import Any

from m3bench.checks import RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller_of_domain,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.tasks import tool_point

_TOLD = {
    "lost": "I must have left it somewhere on the way home, so it is lost.",
    "stolen": "Someone took it out of my bag on the tram, so it is stolen.",
}
_TEAMS = {"lost": ("Cards", "normal"), "stolen": ("Disputes", "urgent")}


class LostCard(Scenario):
    """A message about a card that is gone: block the right one, and tell the right team."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._why = ("lost", "stolen")[draw.number % 2]
        self._caller = draw_caller_of_domain(draw, "banking", "accounts", _has_cards)
        self._card = draw.pick(_active(self._caller.record), "card")
        account = self._caller.record["id"]
        message = (
            f"Hello, this is {self._caller.name}. My account number is {spelled(account)}. My card is gone, "
            f"the one that ends in {spelled(self._card['last4'])}. {_TOLD[self._why]} Please do what has to "
            "be done."
        )
        self.inputs = given(voice_message(message, draw))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "recording": self.recording}
        self.shown = (account, self._card["last4"], self._why)
        self.key_facts = (account, self._card["last4"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, account, card = self._caller, self._caller.record["id"], self._card
        if skipped is Shortcut.DEAF:
            account = caller.other["id"]
            card = _active(caller.other)[0]
        (heard,) = yield [self.transcribe()]
        (record,) = yield [call("accounts/get_account", heard, account_id=account)]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        yield [call("accounts/block_card", record, account_id=account, card_id=card["id"], reason=self._why)]
        team, priority = _TEAMS[self._why]
        holder = caller.other["customer_id"] if skipped is Shortcut.DEAF else caller.id
        subject = f"Card ending in {card['last4']} {self._why}"
        text = f"The card was {self._why} and is blocked."
        yield [caller.ticket(account, subject, text, record, team=team, priority=priority, customer=holder)]
        yield done("The card is blocked, and the team knows.")
        return self._solution(account, card)

    def _solution(self, account: str, card: dict[str, Any]) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        team, priority = _TEAMS[self._why]
        new, last4 = f"{caller.code}-T9*", self._card["last4"]
        blocked = {
            f"cards[?id=='{self._card['id']}'] | [0].status": "blocked",
            f"cards[?id=='{self._card['id']}'] | [0].blocked_because": self._why,
            "length(cards[?status=='active'])": len(_active(caller.record)) - 1,
        }
        fields = {"team": team, "priority": priority, "about": right, "subject": {"$contains": last4}}
        return solved(
            f"Card {card['id']} of account {account} is blocked as {self._why}.",
            tool_point("The right card is blocked.", RecordState("accounts", right, blocked)),
            tool_point("The right team has a ticket.", RecordCreated("tickets", fields, keys=new)),
            *verified_first(caller, "accounts", right),
            unchanged_point(("customers", caller.id), ("accounts", right), ("tickets", new)),
            card=card["id"],
            account=account,
            reason=self._why,
        )


def _active(account: dict[str, Any]) -> list[dict[str, Any]]:
    return [card for card in account["cards"] if card["status"] == "active"]


def _has_cards(_: object, account: dict[str, Any]) -> bool:
    return len(_active(account)) > 1
