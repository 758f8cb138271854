"""Slides with a headline, a table and a footer line, as they hang in halls and stand on counters."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import msgspec

from m3bench.checks import Check, FileExists, PageLayout, SlideTable, SlideTexts
from m3bench.suites import CallResult, PlannedCall, call

Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], None]
_WIDTH_CM = 29.0


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice of one slide. Its headline is too long for one line, which only a look tells."""

    path: str
    headline: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    footer: str
    size: int = 20

    def make(self, *uses: CallResult, inspected: bool = True) -> Steps:
        """Make the slide; an agent that inspects it makes room for the second line, and looks again."""
        path = self.path
        yield [call("slides/create_deck", *uses, path=path)]
        yield [call("slides/add_slide", path=path, layout="Blank")]
        (title,) = yield [
            call(
                "slides/add_text_box", path=path, slide=1, text=self.headline, size=30,
                left_cm=2, top_cm=0.6, width_cm=_WIDTH_CM, height_cm=1.6,
            )
        ]  # fmt: skip
        (table,) = yield [
            call(
                "slides/add_table", *uses, path=path, slide=1, size=self.size,
                rows=[list(self.columns), *map(list, self.rows)],
                left_cm=2, top_cm=2.6, width_cm=_WIDTH_CM, height_cm=8,
            )
        ]  # fmt: skip
        yield [
            call(
                "slides/add_text_box", *uses, path=path, slide=1, text=self.footer, size=18,
                left_cm=2, top_cm=17.2, width_cm=_WIDTH_CM, height_cm=1.4,
            )
        ]  # fmt: skip
        if not inspected:
            return
        yield [call("render/render_document", path=path)]
        yield [
            call(
                "slides/place_shape", title, path=path, slide=1, shape=title.data["shape"], height_cm=3.4
            )
        ]  # fmt: skip
        yield [call("slides/place_shape", table, path=path, slide=1, shape=table.data["shape"], top_cm=4.4)]
        yield [call("render/render_document", path=path)]

    def file_checks(self) -> tuple[Check, ...]:
        return (FileExists(self.path),)

    def text_checks(self) -> tuple[Check, ...]:
        texts = SlideTexts(self.path, (self.headline, self.footer))
        return texts, SlideTable(self.path, self.rows)

    def layout_checks(self) -> tuple[Check, ...]:
        return (PageLayout(self.path, smallest=18),)
