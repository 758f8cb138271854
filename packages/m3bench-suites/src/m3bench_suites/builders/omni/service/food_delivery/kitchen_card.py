"""A card for the kitchen: a film of the dish, a spoken memo, a table, and a slide that must fit."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import FileExists, PageLayout, SlideTable, SlideTexts, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import draw_company, draw_film, money
from m3bench_suites.builders.omni.slides import add_slide, add_table, add_text, create_deck, format_text
from m3bench_suites.builders.tasks import format_point, tool_point

_BOOK, _CARD = "kitchen.xlsx", "card.pptx"
_TOPIC = "name of the dish"
_NUMBERS = {4: "four", 6: "six", 8: "eight", 12: "twelve"}
_DISHES = ("Garden bowl", "Market salad", "Harvest plate", "Sunny bowl", "Old town salad")
_HANDLING = {
    "apple": "Wash well, take out the core and all seeds, cut into thin slices and cover with lemon juice",
    "banana": "Peel just before serving, pull off the threads, and cut into slices as thick as a finger",
    "bell pepper": "Wash well, take out the seeds and the white parts, and cut into strips of equal width",
    "carrot": "Brush under cold water, cut off both ends, and grate on the coarse side of the grater",
    "cucumber": "Wash in warm water, dry, cut off both ends, and slice as thinly as the machine allows",
    "kiwi": "Cut in half, take out the flesh with a spoon in one piece, and cut it into eight parts",
    "lemon": "Wash in hot water, dry, grate the peel first, then press out the juice through a sieve",
    "onion": "Peel, cut in half, remove the root, and dice finely with the large knife, not the machine",
    "radish": "Wash in cold water, cut off leaves and roots, and slice thinly just before it is served",
    "tomato": "Wash in cold water, cut out the stalk in a wedge, and dice into cubes of one centimetre",
}
_HEAD = ["Ingredient", "Pieces", "Cost", "Handling"]
_FOOTER_TOP, _FOOTER_CM = 17.4, 1.3


class KitchenCard(Scenario):
    """The rows of the table grow with their texts, and the line at the bottom must stay free."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._film = draw_film(draw, "cooking", lambda facts: len(facts["steps"]) == 3)
        self._steps = [(str(step["ingredient"]), int(step["count"])) for step in self._film.facts["steps"]]
        used = [name for name, _ in self._steps]
        self._gone = draw.pick(used, "gone")
        self._instead = draw.pick([name for name in _HANDLING if name not in used], "instead")
        self._boxes = draw.pick(tuple(_NUMBERS), "boxes")
        self._dish = draw.pick(_DISHES, "dish")
        self._prices = {name: 5 * draw.whole(5, 30, "price", name) for name in _HANDLING}
        memo = (
            f"Hello, a memo for the new card. Please make it for {_NUMBERS[self._boxes]} boxes. The film is "
            f"for one box. And we have no {self._gone} left, so take {self._instead} instead, the same "
            "number."
        )
        rows = [
            ["Ingredient", "Price of a piece in cents", "Handling"],
            *([name, self._prices[name], text] for name, text in _HANDLING.items()),
        ]
        self.inputs = given(
            self._film.file, voice_message(memo, draw, "clean"), DataFile(_BOOK, "xlsx", {"Kitchen": rows})
        )
        company = draw_company(draw, "food delivery")
        self.words = {"company": company, "film": self._film, "recording": self.recording, "dish": self._dish}
        self.shown = (str(self._film.facts["minutes"]),)

    def _rows(
        self, steps: list[tuple[str, int]], boxes: int, *, swapped: bool
    ) -> tuple[list[list[str]], int]:
        """Return the rows of the table, and the cost of all in cents."""
        rows, total = [], 0
        for name, count in steps:
            used = self._instead if swapped and name == self._gone else name
            cents = count * boxes * self._prices[used]
            rows.append([used, str(count * boxes), money(cents), _HANDLING[used]])
            total += cents
        return rows, total

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, memo = (file.name for file in self.inputs.world_files)
        steps, minutes = self._steps, self._film.facts["minutes"]
        if skipped is Shortcut.BLIND:
            steps, minutes = [(name, count % 3 + 1) for name, count in steps], minutes + 5
        is_deaf = skipped is Shortcut.DEAF
        rows, total = self._rows(steps, 1 if is_deaf else self._boxes, swapped=not is_deaf)
        sheet, heard, book = yield [
            call("video/contact_sheet", path=film, count=self._film.count),
            call("speech-recognition/transcribe", path=memo),
            call("sheets/read_range", path=_BOOK),
        ]
        starts = [0.0, *self._film.truth.cuts]
        times = [round(start + 1.0, 1) for start in starts[: len(steps) + 1]]
        known = [heard, book, *(yield [call("video/extract_frames", sheet, path=film, times=times)])]
        dish = "Fresh salad"
        if skipped is not Shortcut.UNASKED:
            dish = self._dish
            known += yield ask("What is the name of the dish?")
        yield [create_deck(_CARD)]
        yield [add_slide(_CARD)]
        line = _line(minutes, total)
        is_draft = skipped is Shortcut.UNINSPECTED
        yield from self._fill(dish, rows, line, known, draft_only=is_draft)
        yield done("The card is ready.", _CARD)
        return self._solution()

    def _fill(
        self, dish: str, rows: list[list[str]], line: str, known: Sequence[CallResult], *, draft_only: bool
    ) -> Steps[None]:
        """Fill the slide with 20 points; look, and take fewer points."""
        yield [add_text(_CARD, dish, 32, (2, 0.6, 29, 1.9), *known)]
        (table,) = yield [add_table(_CARD, [_HEAD, *rows], 20, (3.5, 3.2, 26, 12), *known)]
        yield [add_text(_CARD, line, 18, (2, _FOOTER_TOP, 29, _FOOTER_CM), *known)]
        if draft_only:
            return
        (seen,) = yield [call("render/render_document", path=_CARD)]
        yield [format_text(_CARD, table, seen, size=14)]
        yield [call("render/render_document", path=_CARD)]

    def _solution(self) -> Solution:
        rows, total = self._rows(self._steps, self._boxes, swapped=True)
        line = _line(self._film.facts["minutes"], total)
        return solved(
            f"{_CARD} is the card for {self._dish}.",
            format_point("card.pptx is a deck.", FileExists(_CARD)),
            tool_point("It has the name of the dish.", SlideTexts(_CARD, (self._dish,))),
            tool_point("The line at the bottom is right.", SlideTexts(_CARD, (line,))),
            tool_point(
                "The table has pieces, cost and handling.", SlideTable(_CARD, tuple(map(tuple, rows)))
            ),
            tool_point("The head of the kitchen was asked.", UserAsked((_TOPIC,))),
            tool_point("All of it fits and can be read.", PageLayout(_CARD, smallest=12)),
        )


def _line(minutes: int, total: int) -> str:
    return f"Rest: {minutes} min. Total: {money(total)}"
