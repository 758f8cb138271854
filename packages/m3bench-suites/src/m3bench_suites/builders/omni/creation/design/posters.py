"""The poster of a festival."""

from __future__ import annotations

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
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.slides import (
    add_picture,
    add_slide,
    add_text,
    create_deck,
    format_text,
    place_shape,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_WIDE, _HIGH = 29.7, 42.0
_PATH, _ART = "poster.pptx", "art.png"
_COLOUR = "#1f4e79"
_LIKENESS = 0.99
"""Two emblems on white differ little."""
_TITLES = ("Harvest Festival", "Summer Country Fair", "Village Garden Market", "Old Orchard Weekend")
_MOTIFS = (("pumpkins", "pumpkin"), ("rabbits", "rabbit"), ("chickens", "chicken"), ("sheep", "sheep"))
_COUNTS = {"three": 3, "four": 4, "five": 5}
_EMBLEMS = ("owl", "fox", "castle", "bicycle", "turtle")
_PLACES = ("the mill pond", "the town park", "the old station", "the church meadow")


class FairPoster(Scenario):
    """What is on the poster was said on the telephone; what it costs only the organiser knows."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._title = draw.pick(_TITLES, "title")
        plural, self._motif = draw.pick(_MOTIFS, "motif")
        word = draw.pick(tuple(_COUNTS), "count")
        self._count = _COUNTS[word]
        self._price = draw.pick((6, 7, 9, 11, 12, 13), "price")
        emblems = draw.sample(_EMBLEMS, 2, "emblems")
        self._files = tuple(
            WorldFile(
                draw.photo_name(part), "illustration", f"a large {name} in the center, background white",
                draw.media_number(part), {"size": [400, 400]},
            )
            for part, name in enumerate(emblems)
        )  # fmt: skip
        self._mine = draw.whole(0, 1, "mine")
        day, month = draw.whole(2, 28, "day"), draw.pick(("May", "June", "August"), "month")
        hour, place = draw.whole(10, 17, "hour"), draw.pick(_PLACES, "place")
        self._lines = (f"Saturday, {day} {month}, {hour}:00", f"At {place}")
        spoken = f"{hour} o'clock" if hour <= 12 else f"{hour - 12} o'clock in the afternoon"
        message = (
            f"Hello, about our poster. It is on Saturday, {day} {month}, at {spoken}, and the place is "
            f"{place}. Please draw {word} {plural} on a meadow. And our emblem is the one with the "
            f"{emblems[self._mine]}."
        )
        self.inputs = given(voice_message(message, draw, "clean"), *self._files)
        first, second = self._files
        self.words = {
            "wide": _WIDE,
            "high": _HIGH,
            "title": self._title,
            "recording": self.recording,
            "first": first,
            "second": second,
            "price": self._price,
        }
        self.shown = (*self._lines, self._motif)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        perceive = []
        if skipped is not Shortcut.DEAF:
            perceive.append(self.transcribe())
        if skipped is not Shortcut.BLIND:
            perceive += [call("render/render_picture", path=file.name) for file in self._files]
        seen = list((yield perceive))
        price = self._price
        if skipped is Shortcut.UNASKED:
            price = 20
        else:
            seen += yield ask("What does the admission cost?", uses=seen)
        motif = "2 dog" if skipped is Shortcut.DEAF else f"{self._count} {self._motif}"
        (drawn, _) = yield [
            call(
                "image-generation/generate", *seen, prompt=f"{motif}, background meadow", output_path=_ART,
                width=1200, height=900,
            ),
            create_deck(_PATH, width_cm=_WIDE, height_cm=_HIGH),
        ]  # fmt: skip
        yield [add_slide(_PATH)]
        guessed = skipped in (Shortcut.BLIND, Shortcut.DEAF)
        emblem = self._files[1 - self._mine if guessed else self._mine].name
        lines = ("Saturday, 1 May, 10:00", "At the town hall") if skipped is Shortcut.DEAF else self._lines
        yield from self._set(skipped, [*seen, drawn], (*lines, f"Admission: {price} euros"), emblem)
        yield done("The poster is ready.", _PATH, _ART)
        return self._solution()

    def _set(
        self, skipped: Shortcut | None, uses: list[CallResult], lines: tuple[str, ...], emblem: str
    ) -> Steps[None]:
        """Put title, picture, lines and emblem on the poster, and mend what a look shows."""
        rough = skipped in (None, Shortcut.UNINSPECTED)
        (title,) = yield [add_text(_PATH, self._title, 88, (1.5, 1, 26.7, 4 if rough else 8))]
        yield [format_text(_PATH, title, bold=True, color=_COLOUR)]
        (art,) = yield [add_picture(_PATH, _ART, (2.8, 5.5 if rough else 9.5, 24), *uses)]
        for index, words in enumerate(lines):
            yield [add_text(_PATH, words, 40, (1.5, 28.2 + 2.4 * index, 26.7, 2.2), *uses)]
        yield [add_picture(_PATH, emblem, (2, 36, 5), *uses)]
        if skipped is None:
            yield [call("render/render_document", path=_PATH)]
            yield [place_shape(_PATH, title, height_cm=8)]
            yield [place_shape(_PATH, art, top_cm=9.5)]
            yield [call("render/render_document", path=_PATH), call("render/render_picture", path=_ART)]

    def _solution(self) -> Solution:
        texts = (self._title, *self._lines, f"Admission: {self._price} euros")
        subject = GeneratedSubject(self._motif, self._count)
        style = TextStyle(self._title, colour=_COLOUR, bold=True, larger_than=self._lines[0])
        return solved(
            f"{_PATH} is the poster.",
            format_point("The title is bold, large and blue.", SlideStyle(_PATH, 1, (style,))),
            tool_point("It tells when, where and for how much.", SlideTexts(_PATH, texts)),
            tool_point(
                "The picture shows what was wanted.",
                PictureContains(_ART, subjects=(subject,), background="meadow", smallest=0.9),
            ),
            tool_point(
                "The picture and the right emblem are on it.",
                SlidePictures(_PATH, 2, (_ART, self._files[self._mine].name), _LIKENESS),
            ),
            tool_point("The organiser was asked for the admission.", UserAsked(("admission",))),
            tool_point("Nothing covers anything, and all fits.", PageLayout(_PATH, smallest=36)),
        )
