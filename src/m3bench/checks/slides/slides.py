"""Checks of slides."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path
from typing import Any

from m3bench.checks.answers import without_names
from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, listed, made_file, relative
from m3bench.checks.reading import Word, left_over, stands, words
from m3bench.checks.slides.corruption import Change, changed_decks, deck_shapes, remove_shapes, text_frames
from m3bench.checks.slides.legibility import covered_decks, illegible_decks, unread_texts
from m3bench.checks.slides.reading import Deck, all_shapes, picture_in, read_deck
from m3bench.checks.visible import DRAWN_BY, contradicting_line, contradictions
from m3bench.media import written_bytes

_MAX_FAULTS = 4
_MOST_WANTED = 50
_MORE = "Nobody asked for this."


def read_agent_deck(evidence: Evidence, path: str) -> tuple[str, bytes, Deck]:
    """Return the path, the bytes and the slides that the agent made."""
    found, data = made_file(evidence, path)
    return found, data, read_deck(data, found)


class SlideTexts(FileCheck, frozen=True):
    """Texts are compared as whole words, ignoring case, accents, punctuation and plural; bars separate
    alternatives. People must be able to read them, and no other text may contradict them."""

    about = "slides have these texts, anywhere or on given slides"
    sharper_with = DRAWN_BY

    texts: tuple[str, ...] = ()
    """Texts that may be on any slide."""
    per_slide: tuple[tuple[str, ...], ...] = ()
    """Texts of the first slide, the second, and so on."""
    at_least: int = 1
    """The minimum number of slides."""
    only: bool = False
    """Whether the slides may say nothing else."""

    def look(self, evidence: Evidence) -> Verdict:
        path, data, deck = read_agent_deck(evidence, self.path)
        slide_words = [words(slide.text) for slide in deck.slides]
        faults = []
        if len(slide_words) < self.at_least:
            faults.append(f"{len(slide_words)} slides, expected at least {self.at_least}")
        faults += [
            f"no slide says {text!r}"
            for text in self.texts
            if not any(stands(text, page) for page in slide_words)
        ]
        for number, texts in enumerate(self.per_slide, 1):
            page = slide_words[number - 1] if number <= len(slide_words) else []
            faults += [f"slide {number} does not say {text!r}" for text in texts if not stands(text, page)]
        faults = faults or self._contradictions(deck) or self._more(slide_words)
        faults = faults or unread_texts(data, path, deck, self.texts, self.per_slide)
        if faults:
            return self.verdict(False, f"{path}: {'; '.join(faults[:_MAX_FAULTS])}")
        return self.verdict(True, f"{path} has {len(slide_words)} slides with the expected texts")

    @property
    def wanted(self) -> list[str]:
        """All texts."""
        return [*self.texts, *(text for page in self.per_slide for text in page)]

    def _contradictions(self, deck: Deck) -> list[str]:
        lines = [line for slide in deck.slides for line in slide.text.splitlines()]
        return [f"{line!r} contradicts the expected texts" for line in contradictions(self.wanted, lines)]

    def _more(self, slide_words: list[list[Word]]) -> list[str]:
        more = enumerate(left_over(self.wanted, slide_words) if self.only else (), 1)
        return [f"slide {number} says more: {text!r}" for number, text in more if text]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        texts = self.wanted
        changes: list[tuple[str, Change]] = [
            (f"without {text!r}", partial(_remove_text, name=text)) for text in texts
        ]
        if self.at_least > 0:
            changes.append(("too few slides", partial(_drop_slides, kept=self.at_least - 1)))
        if line := contradicting_line(texts):
            changes.append((f"with {line!r}", partial(_add_line, line=line)))
        if self.only:
            changes.append(("with a line that nobody asked for", partial(_add_line, line=_MORE)))
        if texts:
            changes += illegible_decks()
        return changed_decks(evidence, self.path, scratch, changes)


class SlidePictures(FileCheck, frozen=True):
    """A picture matches if it looks like the file, in any size and format. Nothing may lie upon it."""

    about = "slides have enough pictures, including given ones of the workspace"
    sharper_with = DRAWN_BY

    at_least: int = 1
    """The minimum number of pictures; a picture used twice counts twice."""
    matching: tuple[str, ...] = ()
    """Paths or globs of pictures in the workspace, each of which must be on a slide."""
    likeness: float = 0.95
    """From 0 to 1; 1 means equal in every pixel."""

    def __post_init__(self) -> None:
        for path in (self.path, *self.matching):
            relative(path)

    def wanted(self, evidence: Evidence) -> list[str]:
        """Return the pictures of the workspace that must be on slides."""
        lying = listed(evidence.workspace)
        matching = {pattern: lying.matching(pattern) for pattern in self.matching}
        for pattern, paths in matching.items():
            if not paths:
                raise CheckFailed(f"the workspace has no picture {pattern}")
        return sorted({path for paths in matching.values() for path in paths})

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures import Thumbnail, thumbnails  # noqa: PLC0415 - heavy
        from m3bench.checks.slides.shown_pictures import covered_pictures  # noqa: PLC0415 - heavy

        path, data, deck = read_agent_deck(evidence, self.path)
        pictures = [picture for slide in deck.slides for picture in slide.pictures]
        if len(pictures) < self.at_least:
            raise CheckFailed(f"{path} has {len(pictures)} pictures, expected at least {self.at_least}")
        wanted = {
            name: partial(Thumbnail(content(evidence.workspace, name), name).is_like, likeness=self.likeness)
            for name in self.wanted(evidence)[:_MOST_WANTED]
        }
        on_slides = thumbnails(pictures)
        absent = [name for name, is_like in wanted.items() if not any(map(is_like, on_slides))]
        if absent:
            return self.verdict(False, f"{path} does not show {', '.join(absent)} on any slide")
        if covered := covered_pictures(data, path, deck, wanted):
            return self.verdict(False, f"{path}: {', '.join(covered)} is covered or cut off")
        shown = f", including {', '.join(self.matching)}" if self.matching else ""
        return self.verdict(True, f"{path} has {len(pictures)} pictures{shown}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes: list[tuple[str, Change]] = []
        if self.at_least > 0 or self.matching:
            changes.append(("without pictures", _removing_pictures))
        if self.matching:
            changes.append(("other pictures", _repainting))
            changes += covered_decks()
        return changed_decks(evidence, self.path, scratch, changes)


class SlideLayout(FileCheck, frozen=True):
    """Uses the boxes of texts and pictures; text that overflows its box is not detected."""

    about = "slides have titles, and nothing overlaps or extends beyond the edge"

    titles: bool = True
    inside: bool = True
    apart: bool = True

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.slides.layout import box_faults, has_title  # noqa: PLC0415 - heavy

        path, _, deck = read_agent_deck(evidence, self.path)
        if not deck.slides:
            raise CheckFailed(f"{path} has no slides")
        faults = []
        for number, slide in enumerate(deck.slides, 1):
            if self.titles and not has_title(slide, deck):
                faults.append(f"slide {number} has no title")
            faults += box_faults(number, slide, deck, inside=self.inside, apart=self.apart)
        praise = f"{path}: the layout of all {len(deck.slides)} slides is correct"
        return self.verdict_on(path, faults, praise)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes: list[tuple[str, Change]] = [("no slide at all", partial(_drop_slides, kept=0))]
        changes += [("a text over the edge", _pushing_out)] if self.inside else []
        changes += [("texts upon each other", _covering)] if self.apart else []
        changes += [("a slide without title", _untitling)] if self.titles else []
        return changed_decks(evidence, self.path, scratch, changes)


def _remove_text(deck: Any, name: str) -> None:
    for shape in deck_shapes(deck):
        _empty_rows(shape, name)
        for frame in text_frames(shape):
            if frame.text:
                frame.text = without_names(frame.text, (name,))


def _add_line(deck: Any, line: str) -> None:
    box = deck.slides[0].shapes.add_textbox(0, deck.slide_height * 9 // 10, deck.slide_width, 400_000)
    box.text_frame.text = line


def _empty_rows(shape: Any, name: str) -> None:
    """Clear the rows of a table whose cells together contain the name."""
    for row in shape.table.rows if getattr(shape, "has_table", False) else ():
        if stands(name, words(" | ".join(cell.text for cell in row.cells))):
            for cell in row.cells:
                cell.text_frame.text = ""


def _drop_slides(deck: Any, kept: int) -> None:
    ids = deck.slides._sldIdLst
    for entry in list(ids)[kept:]:
        ids.remove(entry)


def _removing_pictures(deck: Any) -> None:
    remove_shapes(shape for shape in deck_shapes(deck) if picture_in(shape))


def _repainting(deck: Any) -> None:
    """Replace every picture by a plain one."""
    from PIL import Image  # noqa: PLC0415 - heavy

    for slide in deck.slides:
        for shape in [shape for shape in all_shapes(slide.shapes) if picture_in(shape)]:
            plain = io.BytesIO(written_bytes(Image.new("RGB", (31, 17), (255, 0, 255)).save, "PNG"))
            slide.shapes.add_picture(plain, shape.left, shape.top, shape.width, shape.height)
            remove_shapes([shape])


def _pushing_out(deck: Any) -> None:
    deck.slides[0].shapes.add_textbox(deck.slide_width - 10, 0, deck.slide_width, 10).text_frame.text = "Out"


def _covering(deck: Any) -> None:
    wide, high = deck.slide_width // 2, deck.slide_height // 2
    for text in ("One", "Two"):
        deck.slides[0].shapes.add_textbox(wide // 2, high // 2, wide, high).text_frame.text = text


def _untitling(deck: Any) -> None:
    """Clear all texts of the first slide."""
    for shape in all_shapes(deck.slides[0].shapes):
        for frame in text_frames(shape):
            frame.text = ""
