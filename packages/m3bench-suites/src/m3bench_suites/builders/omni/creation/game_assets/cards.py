"""Cards of things that players can find."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import (
    GeneratedSubject,
    PageLayout,
    PictureContains,
    SlidePictures,
    SlideStyle,
    SlideTexts,
    TextStyle,
    UserAsked,
)
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.slides import add_picture, add_slide, add_text, create_deck, format_text
from m3bench_suites.builders.tasks import format_point, tool_point

_WIDE, _HIGH = 6.3, 8.8
_GROUNDS = {"common": "grey", "rare": "blue", "legendary": "orange"}
_THINGS = (
    ("Lantern of Embers", "lamp", "red"),
    ("Parasol of Drizzle", "umbrella", "blue"),
    ("Satchel of Echoes", "backpack", "green"),
    ("Tome of Small Winds", "book", "purple"),
    ("Pail of Moonlight", "bucket", "yellow"),
    ("Flask of Slow Time", "bottle", "brown"),
)
_TEXTS = (
    (
        "Lights the way through any cave for one night, and scares away bats, moths and most of the tax "
        "collectors."
    ),
    (
        "Keeps its owner dry on every road, and once a day turns heavy rain into a fine mist that hides "
        "five friends."
    ),
    (
        "Repeats the last sentence that was spoken near it, as often as you like, until somebody asks it "
        "to stop."
    ),
    (
        "Carries a whisper over three hills, if the wind agrees and nobody on the way talks louder than "
        "the page."
    ),
    (
        "Stays full as long as nobody looks into it, which is harder than it sounds and has cost many a "
        "knight a night."
    ),
    "Makes the next hour twice as long for whoever holds it, and half as long for all who wait at the door.",
)


class TreasureCard(Scenario):
    """A small card with a picture, whose text does not fit at first; the rarity is nowhere but in a head."""

    shortcuts = (Shortcut.UNASKED, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        order = draw.sample(range(len(_THINGS)), len(_THINGS), "order")
        self._name, self._subject, self._colour = _THINGS[order[0]]
        self._text = _TEXTS[order[0]]
        self._rarity = draw.pick(tuple(_GROUNDS), "rarity")
        self._price = f"{5 * draw.whole(3, 60, 'price')} gold"
        sheets = {"Items": self._rows(draw, order), "Grounds": [["Rarity", "Ground"], *_GROUNDS.items()]}
        self.inputs = given(DataFile("items.xlsx", "xlsx", sheets))
        self.words = {"wide": _WIDE, "high": _HIGH, "name": self._name, "rarity": self._rarity}
        self.sabotage = Sabotage(
            tool="slides/add_text_box",
            fault="enlarge_text",
            path="card.pptx",
            call=1,
            settings={"factor": 2.2},
        )

    def _rows(self, draw: TaskDraw, order: list[int]) -> list[list[object]]:
        head: list[object] = ["Name", "Shape", "Colour", "Rarity", "Price in gold", "Text"]
        rows = []
        for place in sorted(order):
            name, subject, colour = _THINGS[place]
            mine = place == order[0]
            price = self._price.split()[0] if mine else str(5 * draw.whole(3, 60, "price", place))
            rarity = "open" if mine else draw.pick(tuple(_GROUNDS), "rarity", place)
            rows.append([name, subject, colour, rarity, int(price), _TEXTS[place]])
        return [head, *rows]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path = "card.pptx"
        listed, grounds = yield [
            call("sheets/read_range", path="items.xlsx", sheet=name) for name in ("Items", "Grounds")
        ]
        rarity = self._rarity
        asked: Sequence[CallResult] = ()
        if skipped is Shortcut.UNASKED:
            rarity = next(name for name in _GROUNDS if name != self._rarity)
        else:
            asked = yield ask(f"What is the rarity of the {self._name}?", uses=(listed,))
        prompt = f"a large {self._colour} {self._subject} in the center, background {_GROUNDS[rarity]}"
        (drawn, _) = yield [
            call(
                "image-generation/generate", listed, grounds, *asked, prompt=prompt, output_path="art.png",
                width=600, height=400,
            ),
            create_deck(path, width_cm=_WIDE, height_cm=_HIGH),
        ]  # fmt: skip
        yield [add_slide(path)]
        rough = skipped is Shortcut.UNINSPECTED or skipped is None
        (name,) = yield [self._box(self._name, 0.2, 0.8, 11)]
        yield [format_text(path, name, bold=True)]
        yield [add_picture(path, "art.png", (0.3, 1.1, _WIDE - 0.6), drawn)]
        (text,) = yield [self._box(self._text, 5.2, 1.2 if rough else 2.3, 9 if rough else 8)]
        (price,) = yield [self._box(self._price, 6.4 if rough else 7.9, 0.7, 9)]
        if skipped not in (Shortcut.UNINSPECTED, Shortcut.TRUSTING):
            yield [call("render/render_document", path=path)]
            yield from self._mend(*(shape.data["shape"] for shape in (name, text, price)))
            yield [call("render/render_document", path=path)]
        yield done("The card is ready.", path, "art.png")
        return self._solution(path)

    def _box(self, words: str, top: float, height: float, size: float) -> PlannedCall:
        return add_text("card.pptx", words, size, (0.2, top, _WIDE - 0.4, height))

    def _mend(self, name: int, text: int, price: int) -> Steps[None]:
        """Give the name its size back, and the text more room."""
        path = "card.pptx"
        yield [call("slides/format_text", path=path, slide=1, shape=name, size=11)]
        yield [call("slides/format_text", path=path, slide=1, shape=text, size=8)]
        yield [call("slides/place_shape", path=path, slide=1, shape=text, height_cm=2.3)]
        yield [call("slides/place_shape", path=path, slide=1, shape=price, top_cm=7.9)]

    def _solution(self, path: str) -> Solution:
        subject = GeneratedSubject(self._subject, 1, self._colour)
        style = TextStyle(self._name, bold=True)
        return solved(
            "card.pptx is the card, with its picture in art.png.",
            format_point("The card has one slide with a bold name.", SlideStyle(path, 1, (style,))),
            tool_point(
                "It has name, text and price.", SlideTexts(path, (self._name, self._text, self._price))
            ),
            tool_point(
                "The picture shows the thing on the ground of its rarity.",
                PictureContains(
                    "art.png", subjects=(subject,), background=_GROUNDS[self._rarity], smallest=0.9
                ),
            ),
            tool_point("The picture is on the card.", SlidePictures(path, 1, ("art.png",))),
            tool_point("The designer was asked for the rarity.", UserAsked(("rarity",))),
            tool_point("Nothing covers anything, and all fits.", PageLayout(path, smallest=8)),
        )
