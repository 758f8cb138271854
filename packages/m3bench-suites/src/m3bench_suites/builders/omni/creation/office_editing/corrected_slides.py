"""Slides that exist and get other texts, which need more room than the old ones."""

from __future__ import annotations

from typing import Any

from m3bench.checks import PageLayout, SlideStyle, SlideTexts, TextStyle
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, GradedPoint, Plan, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import dictated
from m3bench_suites.builders.tasks import format_point, tool_point

_DARK, _PALE, _RUST = "1F3A5F", "E8EEF5", "8A3B12"
_NEWS = (
    (
        "From Monday on the lift is out of service for two weeks. Please use the stairs at the back of the "
        "house. Heavy parcels are taken up by the caretaker at nine and at three o'clock."
    ),
    (
        "The main door stays shut while the hall is painted. Please come in through the yard until the end "
        "of the month. Deliveries are accepted at the side gate only, from eight to noon."
    ),
    (
        "The water is turned off on Thursday from seven to eleven because a pipe is replaced. Drinking water "
        "stands ready in the kitchen. The showers in the basement stay closed all day."
    ),
)
_OLD_NEWS = ("The reception is open from eight to five.", "Visitors please sign the book.")
_CONTACTS = (
    "Questions? Ask at the reception.",
    "The caretaker is in room five.",
    "Call extension two hundred.",
)
_HEADLINES = ("Please note", "News for everyone", "To all who work here")

_SHORT = (
    "Open a second counter", "Train the new drivers", "Renew the parking permits", "Repaint the front hall",
    "Sort the old contracts", "Buy lights for the yard",
)  # fmt: skip
_LONG = (
    "Ask every customer for an opinion before the parcel leaves the house",
    "Move the meeting of the drivers to the morning so that all of them can come",
    "Check the lamps and the doors of all vans together with the garage",
    "Write down who has which key and bring the list to the reception",
    "Send the plan for the holidays to all teams before the end of autumn",
)
_PLANS = ("What we do next", "Our plan for the winter", "Work for the coming weeks")
_OLD_PLANS = ("Our plan for the autumn", "What we did so far")
_PLACES = ("first", "second", "third")


class EntranceSign(Scenario):
    """The screen at the entrance gets a longer announcement."""

    shortcuts = (Shortcut.UNINSPECTED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._news = draw.pick(_NEWS, "news")
        self._headline, self._contact = draw.pick(_HEADLINES, "headline"), draw.pick(_CONTACTS, "contact")
        boxes = [
            _box(self._headline, (1.5, 0.8, 22.4, 2.0), 36, bold=True),
            _box(draw.pick(_OLD_NEWS, "old"), (1.5, 3.6, 22.4, 3.0), 24, fill=_PALE),
            _box(self._contact, (1.5, 7.0, 22.4, 1.6), 20, colour=_RUST, fill=_PALE),
        ]
        self.inputs = given(DataFile("screen.pptx", "pptx", {"slides": [{"boxes": boxes}]}))
        self.words = {"news": self._news}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path = "screen.pptx"
        (shapes,) = yield [call("slides/list_shapes", path=path, slide=1)]
        _, body, contact = (shape["shape"] for shape in shapes.data["shapes"])
        yield [call("slides/set_text", shapes, path=path, slide=1, shape=body, text=self._news)]
        if skipped is not Shortcut.UNINSPECTED:
            yield from _make_room(path, shapes, (body, 5.8), (contact, 9.8))
        yield done("The screen is up to date.", path)
        return solved(
            "screen.pptx shows the new announcement.",
            tool_point(
                "The announcement is on the screen, word for word, and nothing of the old one.",
                SlideTexts(path, (self._news,)),
                SlideTexts(path, (self._news, self._headline, self._contact), only=True),
            ),
            tool_point(
                "Headline and contact line are still there.",
                SlideTexts(path, (self._headline, self._contact)),
            ),
            _style_point(path, self._headline, self._news, self._contact),
            tool_point("Nothing runs out of its field or covers another.", PageLayout(path, smallest=20)),
        )


class DictatedSlide(Scenario):
    """Somebody dictates what has to change on a slide."""

    shortcuts = (Shortcut.UNINSPECTED, Shortcut.DEAF)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        points = draw.sample(_SHORT, 4, "points")
        changed, first, second = draw.sample(_LONG, 3, "new")
        at = draw.whole(0, 2, "changed")
        self._old_points = points
        self._points = [*points[:at], changed, *points[at + 1 : 3], first, second]
        self._headline = draw.pick(_PLANS, "headline")
        self._review = draw.pick(
            ("Next review: Monday at nine", "Next review: first Friday of May"), "review"
        )
        boxes = [
            _box(draw.pick(_OLD_PLANS, "old"), (1.8, 0.7, 21.8, 1.9), 36, bold=True),
            _box("\n".join(points), (1.8, 3.0, 21.8, 4.7), 24, fill=_PALE),
            _box(self._review, (1.8, 8.2, 21.8, 1.4), 20, colour=_RUST, fill=_PALE),
        ]
        message = (
            f"Some changes for the slide. The headline shall be: {self._headline}. The {_PLACES[at]} point "
            f"becomes: {changed}. The last point is done, so take it out. And there are two new points. "
            f"The first one is: {first}. The other one is: {second}. That is all."
        )
        self.inputs = given(
            dictated(message, draw), DataFile("team.pptx", "pptx", {"slides": [{"boxes": boxes}]})
        )
        self.words = {"recording": self.recording}
        self.key_facts = (first, second)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path, headline, points = "team.pptx", self._headline, self._points
        heard, shapes, _ = yield [
            self.transcribe(),
            call("slides/list_shapes", path=path, slide=1),
            call("render/render_document", path=path),
        ]
        if skipped is Shortcut.DEAF:
            headline, points = "Our plan", [*self._old_points, "Keep the plan up to date"]
        title, body, review = (shape["shape"] for shape in shapes.data["shapes"])
        yield [call("slides/set_text", heard, shapes, path=path, slide=1, shape=title, text=headline)]
        yield [call("slides/set_text", heard, shapes, path=path, slide=1, shape=body, text="\n".join(points))]
        if skipped is not Shortcut.UNINSPECTED:
            yield from _make_room(path, shapes, (body, 9.1), (review, 12.4))
        yield done("The slide is changed.", path)
        long = self._points[-1]
        return solved(
            "team.pptx has the dictated changes.",
            tool_point("The headline is the new one.", SlideTexts(path, (self._headline,))),
            tool_point(
                "The points are as dictated, and nothing else is said.",
                SlideTexts(path, (" ".join(self._points),)),
                SlideTexts(path, (" ".join(self._points), self._headline, self._review), only=True),
            ),
            tool_point("The line about the review stayed.", SlideTexts(path, (self._review,))),
            _style_point(path, self._headline, long, self._review),
            tool_point("Nothing runs out of its field or covers another.", PageLayout(path, smallest=20)),
        )


def _make_room(
    path: str, shapes: CallResult, body: tuple[int, float], last: tuple[int, float]
) -> Steps[None]:
    """Look at the slide, move its last line down, make its text higher, and look again."""
    (seen,) = yield [call("render/render_document", path=path)]
    place = {"path": path, "slide": 1}
    yield [call("slides/place_shape", shapes, seen, **place, shape=last[0], top_cm=last[1])]
    yield [call("slides/place_shape", shapes, seen, **place, shape=body[0], height_cm=body[1])]
    yield [call("render/render_document", path=path)]


def _style_point(path: str, headline: str, body: str, last: str) -> GradedPoint:
    texts = (
        TextStyle(headline, f"#{_DARK}", bold=True, larger_than=body),
        TextStyle(body, f"#{_DARK}", larger_than=last),
        TextStyle(last, f"#{_RUST}"),
    )
    return format_point("The texts look as before.", SlideStyle(path, texts=texts))


def _box(
    text: str,
    place: tuple[float, ...],
    size: int,
    *,
    bold: bool = False,
    colour: str = _DARK,
    fill: str | None = None,
) -> dict[str, Any]:
    return {"text": text, "place": list(place), "size": size, "bold": bold, "colour": colour, "fill": fill}
