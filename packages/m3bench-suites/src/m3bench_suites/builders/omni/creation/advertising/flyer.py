"""A flyer with a still from a clip."""

from __future__ import annotations

from m3bench.checks import FilmFrame, NoStrayFiles, PageLayout, SlidePictures, SlideTexts, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.creation.advertising._clips import ProductClip
from m3bench_suites.builders.omni.slides import add_picture, add_slide, add_text, create_deck, place_shape
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT, _STILL, _STOCK = "flyer.pptx", "still.png", "stock.xlsx"
_WIDE, _HIGH = 14.8, 21.0
_SIZE = 24
_DRAFT = ((0.8, 1.4), (11.4, 1.3), (12.8, 1.4), (15.3, 1.4), (17.8, 1.4))
_FINAL = ((0.8, 3.0), (11.4, 1.3), (12.8, 2.4), (15.3, 2.4), (17.8, 2.6))
"""Top and height of the texts: the headline above the picture, the others below."""


class LaunchFlyer(Scenario):
    """What is in stock, at which price, until when: from a clip, a table and the customer."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clip = clip = ProductClip(draw)
        sold_out = draw.whole(0, len(clip.colours) - 1, "sold out")
        self._offered = [colour for index, colour in enumerate(clip.colours) if index != sold_out]
        self._discount = draw.pick((10, 20, 30, 40), "discount")
        self._day = f"{draw.whole(10, 28, 'day')} {draw.pick(('March', 'April', 'May', 'June'), 'month')}"
        self._web = f"www.{draw.pick(('northgate', 'oldmill', 'riverside', 'hillside'), 'web')}.example"
        rows: list[list[str | int]] = [["Article", "Colour", "In stock", "Discount %"]]
        for index, colour in enumerate(clip.colours):
            left = 0 if index == sold_out else draw.whole(3, 60, "left", index)
            rows.append([clip.title, colour, left, self._discount])
        rows.append(["Travel mug", clip.colours[0], 12, 50])
        self.inputs = given(clip.file, DataFile(_STOCK, "xlsx", {"Stock": rows}))
        self.words = {
            "wide": _WIDE,
            "high": _HIGH,
            "size": _SIZE,
            "clip": clip,
            "day": self._day,
            "web": self._web,
        }
        self.key_facts = (clip.title, clip.claim)
        self.shown = (clip.title, clip.claim)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        clip = self._clip
        looks = [call("sheets/read_range", path=_STOCK)]
        if skipped is not Shortcut.BLIND:
            looks += [
                call("video/contact_sheet", path=clip.name, count=clip.sheet_count),
                call("video/detect_cuts", path=clip.name),
            ]
        uses = list((yield looks))
        if skipped is not Shortcut.UNASKED:
            uses += yield ask("What is the last day of the offer?", "Where can people order?", uses=uses)
        yield from self._still(skipped, uses)
        yield from self._page(skipped, uses)
        yield done("The flyer is ready.", _OUT)
        return self._solution()

    def _still(self, skipped: Shortcut | None, uses: list[CallResult]) -> Steps[None]:
        """Take the frame: one in the middle of the shot has a caption."""
        place = self._clip.colours.index(self._offered[0]) + 1
        start, _ = self._clip.span(place)
        times = [start + 2.5, self._clip.without_caption(place)]
        if skipped is Shortcut.BLIND:
            times = [round(self._clip.seconds / 2, 1)]
        elif skipped is Shortcut.UNINSPECTED:
            times = times[:1]
        elif skipped is not None:
            times = times[1:]
        for number, seconds in enumerate(times):
            (taken,) = yield [
                call(
                    "video/extract_frames", *uses, path=self._clip.name, times=[seconds],
                    output_folder=f"frames{number}",
                )
            ]  # fmt: skip
        yield [call("files/copy", taken, source=f"frames{len(times) - 1}/frame_01.png", target=_STILL)]

    def _page(self, skipped: Shortcut | None, uses: list[CallResult]) -> Steps[None]:
        yield [create_deck(_OUT, width_cm=_WIDE, height_cm=_HIGH)]
        yield [add_slide(_OUT)]
        yield [add_picture(_OUT, _STILL, (1, 4, 12.8))]
        texts = self._texts()
        if skipped is Shortcut.BLIND:
            texts = ("The best smart watch", "In black", "Our best price: $ 99.00", *texts[3:])
        if skipped is Shortcut.UNASKED:
            texts = (*texts[:3], "Only until 31 December", "Order at www.shop.example")
        places = _DRAFT if skipped in (None, Shortcut.UNINSPECTED) else _FINAL
        shapes: list[CallResult] = []
        for text, (top, high) in zip(texts, places, strict=True):
            shapes += yield [_box(text, top, high, 30 if not shapes else _SIZE, *uses)]
        if skipped is None:
            yield [call("render/render_document", path=_OUT)]
            for shape, (top, high) in zip(shapes, _FINAL, strict=True):
                yield [place_shape(_OUT, shape, top_cm=top, height_cm=high)]
            yield [call("render/render_document", path=_OUT), call("render/render_picture", path=_STILL)]

    def _texts(self) -> tuple[str, ...]:
        clip = self._clip
        cents = clip.cents * (100 - self._discount)
        price = f"$ {(cents + 50) // 100 / 100:.2f}"
        return (
            f"Introducing the {clip.title}",
            f"In {' and '.join(self._offered)}",
            f"{clip.claim}, for only {price}",
            f"The offer ends on {self._day}",
            f"Order at {self._web}",
        )

    def _solution(self) -> Solution:
        clip, place = self._clip, self._clip.colours.index(self._offered[0]) + 1
        price = self._texts()[2].rpartition("$ ")[2]
        says = (clip.title, self._texts()[1], clip.claim, price)
        return solved(
            f"{_OUT} is a flyer for the {clip.title}.",
            tool_point("It names product, colours, promise and price.", SlideTexts(_OUT, says)),
            tool_point("It says until when, and where to order.", SlideTexts(_OUT, (self._day, self._web))),
            tool_point(
                "The still is of the first colour in stock, without a caption.",
                FilmFrame(_STILL, source=clip.name, source_at=clip.without_caption(place), similarity=0.995),
            ),
            format_point("The still is on the flyer.", SlidePictures(_OUT, matching=(_STILL,))),
            tool_point(
                "All texts fit, are large enough and cover nothing.", PageLayout(_OUT, smallest=_SIZE)
            ),
            tool_point("The customer was asked.", UserAsked(("last day of the offer", "where to order"))),
            format_point("Nothing that was given is changed.", NoStrayFiles(("*.pptx", "**/*.png"))),
        )


def _box(text: str, top: float, high: float, size: int, *uses: CallResult) -> PlannedCall:
    return add_text(_OUT, text, size, (1, top, 12.8, high), *uses)
