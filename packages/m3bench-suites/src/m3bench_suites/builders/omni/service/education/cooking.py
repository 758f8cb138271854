"""Cooking lessons: a film becomes a card that hangs in the kitchen."""

from __future__ import annotations

from m3bench.checks import RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import Card, draw_company, draw_film, unchanged_point
from m3bench_suites.builders.omni.service.education.handling import HANDLING
from m3bench_suites.builders.tasks import tool_point

_NAMES = (
    "Garden Bowl", "Sunday Salad", "Market Bowl", "River Salad", "Winter Bowl", "Morning Salad",
    "Picnic Bowl",
)  # fmt: skip
_STEPS = 3
_CARD = "card.pptx"


class RecipeCard(Scenario):
    """A film of a dish, a message with its name and a table of how things are prepared: a card that fits."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "education")
        teachers = [
            customer for customer in self._company.customers.values() if customer["status"] == "active"
        ]
        self._teacher = draw.pick(teachers, "teacher")
        self._film = draw_film(draw, "cooking", lambda facts: len(facts["steps"]) == _STEPS)
        self._dish = draw.pick(_NAMES, "dish")
        message = (
            f"Hello, it is me, about the card for the kitchen. The dish of the film is called {self._dish}. "
            "The children should be able to follow it step by step. Thank you very much."
        )
        rows = [["ingredient", "words"], *([name, words] for name, words in HANDLING.items())]
        self.inputs = given(self._film.file, voice_message(message, draw), DataFile("words.csv", "csv", rows))
        self.words = {
            "company": self._company,
            "film": self._film,
            "recording": self.recording,
            "teacher": self._teacher,
        }
        self.shown = (self._dish,)
        self.key_facts = (self._dish,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        dish, steps, minutes = self._dish, self._film.facts["steps"], self._film.facts["minutes"]
        uses = list((yield [call("files/read_text", path="words.csv")]))
        if skipped is Shortcut.BLIND:
            steps = [{"ingredient": name, "count": 2} for name in ("tomato", "cucumber", "onion")]
            minutes = 20
        else:
            uses.append((yield from self._film.watch()))
        if skipped is Shortcut.DEAF:
            dish = "Mixed Salad"
        else:
            uses += yield [self.transcribe()]
        card = self._card(dish, steps, minutes)
        yield from card.make(*uses, revised=skipped is not Shortcut.UNINSPECTED)
        text = f"{_CARD} is the card for {dish}."
        yield [call("customers/add_note", customer_id=self._teacher["id"], text=text)]
        yield done("The card is ready.", _CARD)
        notes = f"{self._company.code}-N9*"
        noted = {"customer_id": self._teacher["id"], "text": {"$contains": self._dish}}
        right = self._card(self._dish, self._film.facts["steps"], self._film.facts["minutes"])
        return solved(
            f"{_CARD} shows how {dish} is made.",
            *right.points(),
            tool_point("A note names the dish.", RecordCreated("customer_notes", noted, keys=notes)),
            tool_point(
                "It names the file.",
                RecordCreated("customer_notes", {"text": {"$contains": _CARD}}, keys=notes),
            ),
            unchanged_point(("customer_notes", notes)),
        )

    def _card(self, dish: str, steps: list[dict[str, object]], minutes: int) -> Card:
        settled = [
            f"{step['count']} {step['ingredient']}: {HANDLING[str(step['ingredient'])]}" for step in steps
        ]
        return Card(_CARD, dish, (*settled, f"Rest: {minutes} minutes"), self._company.name)
