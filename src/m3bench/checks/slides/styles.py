"""The check of fonts and colours on slides."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import relative
from m3bench.checks.reading import folded
from m3bench.checks.slides.corruption import Change, changed_decks, text_frames
from m3bench.checks.slides.looks import FormattedText, background_of, formatted_texts
from m3bench.checks.slides.reading import all_shapes, opened_deck

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
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


class SlideStyle(Check, frozen=True):
    """Effective styles count, also from themes, layouts and masters."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "texts on a slide have these fonts and colours, and the slide this background"

    path: str
    slide: int = 1
    texts: tuple[TextStyle, ...] = ()
    background: str | None = None
    colour_distance: float = 60.0
    """The maximum Euclidean distance in RGB, in which black and white are 442 apart."""

    def __post_init__(self) -> None:
        relative(self.path)
        if not (self.texts or self.background):
            raise ValueError("texts and background are both empty")
        for colour in (self.background, *(text.colour for text in self.texts)):
            if colour is not None and not _COLOUR.fullmatch(colour):
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
        if found is None:
            return False
        pairs = zip(_channels(found), _channels(expected), strict=True)
        return sum((one - other) ** 2 for one, other in pairs) <= self.colour_distance**2

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes = [
            (f"{text.text!r} without its {what}", _restyling(self.slide, text, what))
            for text in self.texts
            for what in ("colour", "font", "bold", "italic", "larger_than")
            if getattr(text, what) is not None
        ]
        if self.background is not None:
            changes.append(("another background", _repainting_ground(self.slide, self.background)))
        return changed_decks(evidence, self.path, scratch, changes)


def _find(looks: list[FormattedText], text: str) -> FormattedText | None:
    """Return the look of the first text that contains the given one."""
    return next((look for look in looks if folded(text) in folded(look.text)), None)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _restyling(slide: int, wanted: TextStyle, what: str) -> Change:
    def change(deck: Any) -> None:
        from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy
        from pptx.util import Pt  # noqa: PLC0415 - heavy

        for shape in all_shapes(deck.slides[slide - 1].shapes):
            for frame in text_frames(shape):
                if folded(wanted.text) not in folded(frame.text):
                    continue
                for run in (run for paragraph in frame.paragraphs for run in paragraph.runs):
                    if what == "colour":
                        run.font.color.rgb = RGBColor.from_string(_opposite(wanted.colour or "#000000"))
                    elif what == "font":
                        run.font.name = "Zzyzx Sans"
                    elif what == "larger_than":
                        run.font.size = Pt(1)
                    else:
                        setattr(run.font, what, not getattr(wanted, what))

    return change


def _repainting_ground(slide: int, colour: str) -> Change:
    def change(deck: Any) -> None:
        from pptx.dml.color import RGBColor  # noqa: PLC0415 - heavy

        page = deck.slides[slide - 1]
        for shape in [each for each in page.shapes if each.width == deck.slide_width]:
            shape._element.getparent().remove(shape._element)
        fill = page.background.fill
        fill.solid()
        fill.fore_color.rgb = RGBColor.from_string(_opposite(colour))

    return change


def _opposite(colour: str) -> str:
    """Return the colour farthest away: each channel at its other end."""
    channels = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "".join("00" if channel > 127 else "FF" for channel in channels)
