"""The check of fonts and colours on slides."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck
from m3bench.checks.reading import colour_distance, folded, is_colour, opposite_colour
from m3bench.checks.slides.corruption import Change, changed_decks, remove_shapes, text_frames
from m3bench.checks.slides.looks import FormattedText, background_of, formatted_texts
from m3bench.checks.slides.reading import all_shapes, opened_deck

_MAX_FAULTS = 4
_LARGER = 1.05


class TextStyle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The style of a text on a slide. Fields that are None are not checked."""

    text: str
    """Words of the text, as on the slide."""
    colour: str | None = None
    """As `#rrggbb`."""
    font: str | None = None
    bold: bool | None = None
    italic: bool | None = None
    larger_than: str | None = None
    """Another text of the slide that must be smaller."""


class SlideStyle(FileCheck, frozen=True):
    """Effective styles count, also from themes, layouts and masters."""

    about = "texts on a slide have these fonts and colours, and the slide this background"

    slide: int = 1
    texts: tuple[TextStyle, ...] = ()
    background: str | None = None
    colour_distance: float = 60.0
    """The maximum Euclidean distance in RGB, in which black and white are 442 apart."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.texts or self.background):
            raise ValueError("texts and background are both empty")
        for colour in (self.background, *(text.colour for text in self.texts)):
            if colour is not None and not is_colour(colour):
                raise ValueError(f"{colour!r} is not a colour such as #1f5aa6")

    def look(self, evidence: Evidence) -> Verdict:
        with opened_deck(evidence, self.path) as (path, shown):
            return self._looked(path, shown)

    def _looked(self, path: str, shown: Any) -> Verdict:
        pages = list(shown.slides)
        if len(pages) < self.slide:
            raise CheckFailed(f"{path} has {len(pages)} slides, expected at least {self.slide}")
        page = pages[self.slide - 1]
        faults = [fault for text in self.texts for fault in self._faults(text, formatted_texts(page))]
        ground = background_of(page, shown.slide_width, shown.slide_height)
        if self.background is not None and not self._near(ground, self.background):
            faults.append(
                f"the background is {ground or 'not a solid colour'}, expected about {self.background}"
            )
        if faults:
            return self.verdict(False, f"{path}, slide {self.slide}: {'; '.join(faults[:_MAX_FAULTS])}")
        return self.verdict(True, f"{path}, slide {self.slide}: {len(self.texts)} texts look as expected")

    def _faults(self, wanted: TextStyle, looks: list[FormattedText]) -> list[str]:
        look = _find(looks, wanted.text)
        if look is None:
            return [f"no text {wanted.text!r}"]
        faults = []
        if wanted.colour is not None and not self._near(look.colour, wanted.colour):
            faults.append(
                f"{wanted.text!r} is {look.colour or 'without a colour'}, expected about {wanted.colour}"
            )
        if wanted.font is not None and folded(look.font or "") != folded(wanted.font):
            faults.append(f"{wanted.text!r} has the font {look.font or '(default)'}, expected {wanted.font}")
        for name in ("bold", "italic"):
            expected = getattr(wanted, name)
            if expected is not None and getattr(look, name) is not expected:
                faults.append(f"{wanted.text!r} is {'not ' if expected else ''}{name}")
        return faults + self._size_faults(wanted, look, looks)

    def _size_faults(self, wanted: TextStyle, look: FormattedText, looks: list[FormattedText]) -> list[str]:
        other = _find(looks, wanted.larger_than) if wanted.larger_than else None
        if wanted.larger_than is None or (other is not None and look.size >= other.size * _LARGER):
            return []
        return [f"{wanted.text!r} is not larger than {wanted.larger_than!r}"]

    def _near(self, found: str | None, expected: str) -> bool:
        return found is not None and colour_distance(found, expected) <= self.colour_distance

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes: list[tuple[str, Change]] = [
            (f"{text.text!r} without its {what}", partial(_restyle, slide=self.slide, wanted=text, what=what))
            for text in self.texts
            for what in ("colour", "font", "bold", "italic", "larger_than")
            if getattr(text, what) is not None
        ]
        if self.background is not None:
            repaint = partial(_repaint_ground, slide=self.slide, colour=self.background)
            changes.append(("another background", repaint))
        return changed_decks(evidence, self.path, scratch, changes)


def _find(looks: list[FormattedText], text: str) -> FormattedText | None:
    """Return the look of the first text that contains the given one."""
    return next((look for look in looks if folded(text) in folded(look.text)), None)


def _restyle(deck: Any, slide: int, wanted: TextStyle, what: str) -> None:
    from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy
    from pptx.util import Pt  # noqa: PLC0415 - heavy

    frames = [frame for shape in all_shapes(deck.slides[slide - 1].shapes) for frame in text_frames(shape)]
    paragraphs = [
        paragraph
        for frame in frames
        if folded(wanted.text) in folded(frame.text)
        for paragraph in frame.paragraphs
    ]
    for run in (run for paragraph in paragraphs for run in paragraph.runs):
        if what == "colour":
            run.font.color.rgb = RGBColor.from_string(opposite_colour(wanted.colour or "#000000"))
        elif what == "font":
            run.font.name = "Zzyzx Sans"
        elif what == "larger_than":
            run.font.size = Pt(1)
        else:
            setattr(run.font, what, not getattr(wanted, what))


def _repaint_ground(deck: Any, slide: int, colour: str) -> None:
    from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy

    page = deck.slides[slide - 1]
    remove_shapes([shape for shape in page.shapes if shape.width == deck.slide_width])
    fill = page.background.fill
    fill.solid()
    fill.fore_color.rgb = RGBColor.from_string(opposite_colour(colour))
