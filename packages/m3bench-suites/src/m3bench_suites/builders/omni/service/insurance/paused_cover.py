"""A letter asks for a pause of a cover, and leaves out until when."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench.checks import Expected, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_record, new_notes, note_created, unchanged_point
from m3bench_suites.builders.tasks import tool_point

_LETTER = "letter.docx"
_TOPIC = "day on which the cover goes on"
_THINGS = {
    "Bicycle cover": "my bicycle is in the cellar for the winter",
    "Car cover Basic": "my car is in a garage in the country and is not driven",
    "Car cover Plus": "my car is in a garage in the country and is not driven",
}


class PausedCover(Scenario):
    """The end of the pause is known to the customer alone, and may be later than the rules allow."""

    shortcuts = (Shortcut.UNASKED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(
            draw, "insurance", "accounts", lambda _, policy: policy["tariff"]["name"] in _THINGS
        )
        today: date = draw.world.now.date()
        most = draw.pick((60, 90, 120), "most")
        self._latest = today + timedelta(days=most)
        beyond = draw.pick((True, False), "beyond")
        days = most + draw.whole(10, 60, "days") if beyond else draw.whole(most // 2, most - 5, "days")
        self._wish = today + timedelta(days=days)
        self._until = min(self._wish, self._latest)
        policy = self._caller.record["id"]
        cover = self._caller.record["tariff"]["name"]
        letter = [
            {"text": f"{self._caller.name}\n{self._caller.customer['address']['street']}"},
            {"heading": "A pause of my cover", "level": 2},
            {"text": f"Dear ladies and gentlemen of {self._caller.company.name},"},
            {"text": f"At present {_THINGS[cover]}, so I do not need the cover."},
            {"text": f"It is the contract with the number {policy}. Please let it rest for a while."},
            {"text": f"Kind regards\n{self._caller.name}"},
        ]
        self.inputs = given(DataFile(_LETTER, "docx", letter))
        self.words = {
            "caller": self._caller,
            "latest": self._latest.isoformat(),
            "wish": self._wish.isoformat(),
            "cover": cover.lower(),
            "manner": draw.pick(("friendly", "formal", "curt"), "manner"),
        }
        self.shown = (policy,)
        self.key_facts = (policy,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        policy = self._caller.record["id"]
        (letter,) = yield [call("word/read_paragraphs", path=_LETTER)]
        (record,) = yield [call("accounts/get_account", letter, account_id=policy)]
        until = self._until
        uses = [record]
        if skipped is Shortcut.UNASKED:
            until = self.draw.world.now.date() + timedelta(days=30)
        else:
            uses += yield ask("Until when should the cover be paused?", uses=(record,))
        (paused,) = yield [call("accounts/pause_account", *uses, account_id=policy, until=until.isoformat())]
        text = f"{policy} is paused until {until.isoformat()}."
        yield [self._caller.note(text, paused)]
        yield done("The cover is paused.")
        return self._solution(until)

    def _solution(self, until: date) -> Solution:
        policy = self._caller.record["id"]
        paused = {"status": "paused", "paused_until": self._until.isoformat()}
        grounds = (self._until.isoformat(),)
        return solved(
            f"{policy} is paused until {until.isoformat()}.",
            tool_point("The cover is paused until the right day.", RecordState("accounts", policy, paused)),
            tool_point("The customer was asked for the day.", UserAsked((_TOPIC,))),
            tool_point(
                "A note says until when.",
                note_created(self._caller, "paused until"),
                note_created(self._caller, self._until.isoformat()),
            ),
            unchanged_point(("accounts", policy), new_notes(self._caller)),
            contract=policy,
            goes_on=Expected(until.isoformat(), grounds=grounds),
        )
