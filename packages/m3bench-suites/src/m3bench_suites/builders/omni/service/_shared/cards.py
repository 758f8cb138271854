"""Slides of one page: cards with paragraphs, notices with a table, and templates that are filled in."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.checks import Check, FileExists, PageLayout, SlideTable, SlideTexts
from m3bench.suites import CallResult, DataFile, GradedPoint, PlannedCall, call
from m3bench_suites.builders.omni import Steps, revise
from m3bench_suites.builders.omni.slides import (
    add_slide,
    add_table,
    add_text,
    create_deck,
    format_text,
    place_shape,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_EMPTY = "Text"
_SMALLEST = 20
_WIDTH_CM = 29.0
WIDTH_CM, HEIGHT_CM, LEAST_POINTS = 21.0, 14.8, 14
_LEFT, _WIDE = 1.2, 18.6
_DRAFT_POINTS = 22


class TemplateCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card with a title, a text that is to be filled in, and a last line."""

    path: str
    title: str
    footer: str
    fill: str = "f4ecd8"

    def data_file(self) -> DataFile:
        """Return the card with an empty text."""
        boxes = [
            {"text": self.title, "place": [2, 0.8, 21.4, 1.8], "size": 32, "bold": True},
            {"text": _EMPTY, "place": [2, 3.2, 21.4, 4.0], "size": 24},
            {"text": self.footer, "place": [2, 12.5, 21.4, 1.2], "size": 20},
        ]
        return DataFile(self.path, "pptx", {"slides": [{"boxes": boxes, "background": self.fill}]})

    def write(self, text: str, *uses: CallResult, inspected: bool = True) -> Steps[None]:
        """Fill the text in; an agent that looks at the card makes the box larger and the letters smaller."""
        (shapes,) = yield [call("slides/list_shapes", path=self.path, slide=1)]
        shape = next(
            (shape["shape"] for shape in shapes.data["shapes"] if shape.get("text") == _EMPTY),
            shapes.data["shapes"][1]["shape"],
        )
        yield [call("slides/set_text", shapes, *uses, path=self.path, slide=1, shape=shape, text=text)]
        if not inspected:
            return
        yield from revise(
            self.path,
            call("slides/place_shape", shapes, path=self.path, slide=1, shape=shape, height_cm=8.9),
            call("slides/format_text", shapes, path=self.path, slide=1, shape=shape, size=_SMALLEST),
        )

    def text_checks(self, sentences: Sequence[str]) -> tuple[Check, ...]:
        return (SlideTexts(self.path, (self.title, *sentences, self.footer), only=True),)

    def layout_checks(self) -> tuple[Check, ...]:
        return (PageLayout(self.path, smallest=_SMALLEST),)


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice of one slide. Its headline is too long for one line, which only a look tells."""

    path: str
    headline: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    footer: str
    size: int = 20

    def make(self, *uses: CallResult, inspected: bool = True) -> Steps[None]:
        """Make the slide; an agent that inspects it makes room for the second line, and looks again."""
        path = self.path
        yield [create_deck(path, *uses)]
        yield [add_slide(path)]
        (title,) = yield [add_text(path, self.headline, 30, (2, 0.6, _WIDTH_CM, 1.6))]
        (table,) = yield [
            add_table(
                path, [list(self.columns), *map(list, self.rows)], self.size, (2, 2.6, _WIDTH_CM, 8), *uses
            )
        ]
        yield [add_text(path, self.footer, 18, (2, 17.2, _WIDTH_CM, 1.4), *uses)]
        if not inspected:
            return
        yield from revise(path, place_shape(path, title, height_cm=3.4), place_shape(path, table, top_cm=4.4))

    def file_checks(self) -> tuple[Check, ...]:
        return (FileExists(self.path),)

    def text_checks(self) -> tuple[Check, ...]:
        texts = SlideTexts(self.path, (self.headline, self.footer))
        return texts, SlideTable(self.path, self.rows)

    def layout_checks(self) -> tuple[Check, ...]:
        return (PageLayout(self.path, smallest=18),)


class Card(msgspec.Struct, frozen=True):
    """What a card says."""

    path: str
    headline: str
    paragraphs: tuple[str, ...]
    footer: str

    def make(self, *uses: CallResult, revised: bool = True) -> Steps[None]:
        """Make the card with letters of a usual size; look at it, and make them smaller if `revised`."""
        yield [create_deck(self.path, width_cm=WIDTH_CM, height_cm=HEIGHT_CM)]
        yield [add_slide(self.path)]
        yield [self._box(self.headline, 0.6, 1.5, 24, *uses)]
        (text,) = yield [self._box("\n".join(self.paragraphs), 2.6, 9.8, _DRAFT_POINTS, *uses)]
        yield [self._box(self.footer, 13.3, 1.1, LEAST_POINTS, *uses)]
        if not revised:
            return
        (seen,) = yield [call("render/render_document", path=self.path)]
        yield [place_shape(self.path, text, seen, height_cm=10.4)]
        yield [format_text(self.path, text, seen, size=LEAST_POINTS)]
        yield [call("render/render_document", path=self.path)]

    def points(self) -> tuple[GradedPoint, ...]:
        return (
            format_point(f"{self.path} is a deck.", FileExists(self.path)),
            tool_point(
                "The card says what it should.",
                SlideTexts(self.path, (self.headline, *self.paragraphs, self.footer)),
            ),
            tool_point(
                "Its texts stay in their boxes and can be read.", PageLayout(self.path, smallest=LEAST_POINTS)
            ),
        )

    def _box(self, text: str, top: float, height: float, size: int, *uses: CallResult) -> PlannedCall:
        return add_text(self.path, text, size, (_LEFT, top, _WIDE, height), *uses)
