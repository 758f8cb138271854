"""Cards on one small slide: a headline, paragraphs and a footer, which must not run into each other."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import msgspec

from m3bench.checks import FileExists, PageLayout, SlideTexts
from m3bench.suites import CallResult, GradedPoint, PlannedCall, call
from m3bench_suites.builders.tasks import format_point, tool_point

WIDTH_CM, HEIGHT_CM, LEAST_POINTS = 21.0, 14.8, 14
_LEFT, _WIDE = 1.2, 18.6
_DRAFT_POINTS = 22

CARD_RULES = (
    (
        f"A card is one slide of {WIDTH_CM:g} × {HEIGHT_CM:g} cm: headline, text below it, and a footer at "
        "the bottom."
    ),
    f"The text stays in its box and touches nothing; no letters are smaller than {LEAST_POINTS} points.",
)


class Card(msgspec.Struct, frozen=True):
    """What a card says."""

    path: str
    headline: str
    paragraphs: tuple[str, ...]
    footer: str

    def make(
        self, *uses: CallResult, revised: bool = True
    ) -> Generator[Sequence[PlannedCall], Sequence[CallResult], None]:
        """Make the card with letters of a usual size; look at it, and make them smaller if `revised`."""
        yield [call("slides/create_deck", path=self.path, width_cm=WIDTH_CM, height_cm=HEIGHT_CM)]
        yield [call("slides/add_slide", path=self.path, layout="Blank")]
        yield [self._box(self.headline, 0.6, 1.5, 24, *uses)]
        (text,) = yield [self._box("\n".join(self.paragraphs), 2.6, 9.8, _DRAFT_POINTS, *uses)]
        yield [self._box(self.footer, 13.3, 1.1, LEAST_POINTS, *uses)]
        if not revised:
            return
        (seen,) = yield [call("render/render_document", path=self.path)]
        yield [
            call(
                "slides/place_shape", text, seen, path=self.path, slide=1, shape=text.data["shape"],
                height_cm=10.4,
            )
        ]  # fmt: skip
        yield [
            call(
                "slides/format_text", text, seen, path=self.path, slide=1, shape=text.data["shape"],
                size=LEAST_POINTS,
            )
        ]  # fmt: skip
        yield [call("render/render_document", path=self.path)]

    def points(self) -> tuple[GradedPoint, ...]:
        return (
            format_point(f"{self.path} is a deck.", FileExists(self.path)),
            tool_point(
                "The card says what it should.",
                SlideTexts(self.path, (self.headline, *self.paragraphs, self.footer)),
            ),
            tool_point(
                "Its texts stay in their boxes and can be read.",
                PageLayout(self.path, smallest=LEAST_POINTS),
            ),
        )

    def _box(self, text: str, top: float, height: float, size: int, *uses: CallResult) -> PlannedCall:
        return call(
            "slides/add_text_box", *uses, path=self.path, slide=1, text=text, left_cm=_LEFT, top_cm=top,
            width_cm=_WIDE, height_cm=height, size=size,
        )  # fmt: skip
