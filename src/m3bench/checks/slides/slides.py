"""Checks of slides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from m3bench.checks.check import Check, Evidence, Unfit, Verdict
from m3bench.checks.files import content, is_made, listed, only_file, relative
from m3bench.checks.reading import stands, words

if TYPE_CHECKING:
    from m3bench.checks.slides.reading import Deck

_MOST_FAULTS = 4
_MOST_WANTED = 50


def deck_of(evidence: Evidence, path: str) -> tuple[str, Deck]:
    """The slides that the agent made, and where."""
    from m3bench.checks.slides.reading import read_deck  # noqa: PLC0415 - heavy

    found = only_file(evidence, path)
    data = content(evidence.workspace, found)
    if not is_made(evidence, found):
        raise Unfit(f"{found} is as it was given")
    return found, read_deck(data, found)


class SlideTexts(Check, frozen=True):
    """Texts are compared as whole words without case, accents, punctuation and plural; bars between
    alternatives."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "slides hold these texts, anywhere or each on its slide"

    path: str
    texts: tuple[str, ...] = ()
    """Each on any of the slides."""
    per_slide: tuple[tuple[str, ...], ...] = ()
    """Those of the first slide, of the second, and so on."""
    at_least: int = 1
    """So many slides."""

    def __post_init__(self) -> None:
        relative(self.path)

    def look(self, evidence: Evidence) -> Verdict:
        path, deck = deck_of(evidence, self.path)
        said = [words(slide.text) for slide in deck.slides]
        faults = []
        if len(said) < self.at_least:
            faults.append(f"{len(said)} slides, expected at least {self.at_least}")
        faults += [
            f"no slide says {text!r}" for text in self.texts if not any(stands(text, page) for page in said)
        ]
        for number, texts in enumerate(self.per_slide, 1):
            page = said[number - 1] if number <= len(said) else []
            faults += [f"slide {number} does not say {text!r}" for text in texts if not stands(text, page)]
        if faults:
            return self.verdict(False, f"{path}: {'; '.join(faults[:_MOST_FAULTS])}")
        return self.verdict(True, f"{path} has {len(said)} slides with the expected texts")


class SlidePictures(Check, frozen=True):
    """A picture counts if it looks like that of the file, whatever its size and format."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "slides hold so many pictures, and those of the workspace that they should"

    path: str
    at_least: int = 1
    """So many pictures, one used twice counted twice."""
    matching: tuple[str, ...] = ()
    """Paths or globs of pictures in the workspace, each of which must be on a slide."""
    likeness: float = 0.95
    """From 0 to 1; 1 is the same in each pixel."""

    def __post_init__(self) -> None:
        for path in (self.path, *self.matching):
            relative(path)

    def wanted(self, evidence: Evidence) -> list[str]:
        """The pictures of the workspace that must be on slides."""
        lying = listed(evidence.workspace)
        found = {pattern: lying.matching(pattern) for pattern in self.matching}
        for pattern, paths in found.items():
            if not paths:
                raise Unfit(f"there is no picture {pattern} in the workspace")
        return sorted({path for paths in found.values() for path in paths})

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures import Look, looks  # noqa: PLC0415 - heavy

        path, deck = deck_of(evidence, self.path)
        pictures = [picture for slide in deck.slides for picture in slide.pictures]
        if len(pictures) < self.at_least:
            raise Unfit(f"{path} has {len(pictures)} pictures, expected at least {self.at_least}")
        on_slides, absent = looks(pictures), []
        for each in self.wanted(evidence)[:_MOST_WANTED]:
            wanted = Look(content(evidence.workspace, each), each)
            if not any(wanted.is_like(look, self.likeness) for look in on_slides):
                absent.append(each)
        if absent:
            return self.verdict(False, f"{path} does not show {', '.join(absent)} on any slide")
        shown = f", among them {', '.join(self.matching)}" if self.matching else ""
        return self.verdict(True, f"{path} has {len(pictures)} pictures{shown}")


class SlideLayout(Check, frozen=True):
    """By the boxes of texts and pictures; how far a text runs over its own box is not known."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "slides have titles, nothing hangs over the edge, nothing covers anything"

    path: str
    titles: bool = True
    inside: bool = True
    apart: bool = True

    def __post_init__(self) -> None:
        relative(self.path)

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.slides.layout import covered, has_title, outside  # noqa: PLC0415 - heavy

        path, deck = deck_of(evidence, self.path)
        if not deck.slides:
            raise Unfit(f"{path} has no slides")
        faults = []
        for number, slide in enumerate(deck.slides, 1):
            if self.titles and not has_title(slide, deck):
                faults.append(f"slide {number} has no title")
            if self.inside:
                faults += [f"slide {number}: {name} hangs over the edge" for name in outside(slide, deck)]
            if self.apart:
                faults += [
                    f"slide {number}: {one} and {other} overlap" for one, other in covered(slide, deck)
                ]
        if faults:
            more = f"; and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
            return self.verdict(False, f"{path}: {'; '.join(faults[:_MOST_FAULTS])}{more}")
        return self.verdict(True, f"{path}: the layout of all {len(deck.slides)} slides is in order")
