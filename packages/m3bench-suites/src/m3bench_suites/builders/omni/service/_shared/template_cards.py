"""Cards on a template: slides of a given layout whose text is longer than the box that was drawn for it."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import msgspec

from m3bench.checks import Check, PageLayout, SlideTexts
from m3bench.suites import CallResult, DataFile, PlannedCall, call

Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], None]
_EMPTY = "Text"
_SMALLEST = 20


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

    def write(self, text: str, *uses: CallResult, inspected: bool = True) -> Steps:
        """Fill the text in; an agent that looks at the card makes the box larger and the letters smaller."""
        (found,) = yield [call("slides/list_shapes", path=self.path, slide=1)]
        shape = next(
            (one["shape"] for one in found.data["shapes"] if one.get("text") == _EMPTY),
            found.data["shapes"][1]["shape"],
        )
        yield [call("slides/set_text", found, *uses, path=self.path, slide=1, shape=shape, text=text)]
        if not inspected:
            return
        yield [call("render/render_document", path=self.path)]
        yield [call("slides/place_shape", found, path=self.path, slide=1, shape=shape, height_cm=8.9)]
        yield [call("slides/format_text", found, path=self.path, slide=1, shape=shape, size=_SMALLEST)]
        yield [call("render/render_document", path=self.path)]

    def text_checks(self, sentences: Sequence[str]) -> tuple[Check, ...]:
        return (SlideTexts(self.path, (self.title, *sentences, self.footer)),)

    def layout_checks(self) -> tuple[Check, ...]:
        return (PageLayout(self.path, smallest=_SMALLEST),)
