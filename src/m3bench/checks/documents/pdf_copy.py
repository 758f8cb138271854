"""The check of a copy of a PDF: it says what the given one does, and nothing else but what was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.data import shown_value
from m3bench.checks.documents.pdf_corruption import Change, changed_pdfs, draw_on
from m3bench.checks.documents.pdf_reading import read_pdf
from m3bench.checks.files import FileCheck, made_file, original, relative
from m3bench.checks.reading import folded

_MORE = "Nobody asked for this."


class PdfCopy(FileCheck, frozen=True):
    """Letters and digits are counted, so neither order nor spaces matter. Scanned pages have none."""

    about = "a PDF says what the given one does, perhaps these texts, and nothing else"

    source: str
    """The given PDF."""
    added: tuple[str, ...] = ()
    """Texts that may be there, too."""
    removed: bool = False
    """Whether texts of the source may be gone, as from a copy for the public."""

    def __post_init__(self) -> None:
        super().__post_init__()
        relative(self.source)
        if self.added and self.removed:
            raise ValueError("texts are either added or removed")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        count, said = read_pdf(data, path)
        pages, given = read_pdf(original(evidence, self.source), self.source)
        faults = [f"{count} pages, expected {pages}"] if count != pages else []
        faults = faults or list(self._differences(said, given))
        return self.verdict_on(path, faults, f"{path} says what it should, and nothing else")

    def _differences(self, said: list[str], given: list[str]) -> Iterator[str]:
        known = {folded(word) for text in (*given, *self.added) for word in text.split()}
        new = " ".join(word for text in said for word in text.split() if folded(word) not in known)
        if self.removed:
            if not all(map(_is_left_of, said, given)):
                yield f"it says more than {self.source}: {shown_value(new)}"
            return
        # A text that is not there, such as the value of a field, gives no letters for others.
        there = [text for text in self.added if any(_letters(text) in _letters(page) for page in said)]
        now, before, added = (Counter("".join(map(_letters, texts))) for texts in (said, given, there))
        if more := (now - before - added).total():
            yield f"{more} letters and digits more than there should be, in {shown_value(new)}"
        if less := (before - now).total():
            yield f"{less} letters and digits of {self.source} are missing"

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes: list[tuple[str, Change]] = [("a sentence more", _write_more), ("a page more", _add_page)]
        if not self.removed:
            changes.append(("an empty first page", lambda writer: writer.pages[0].pop("/Contents", None)))
        return changed_pdfs(evidence, self.path, changes, scratch)


def _letters(text: str) -> str:
    return "".join(map(folded, text.split()))


def _is_left_of(left: str, whole: str) -> bool:
    """Return whether each word, or part of one, stands in the whole as often."""
    letters = _letters(whole)
    return all(letters.count(word) >= count for word, count in Counter(map(folded, left.split())).items())


def _write_more(writer: Any) -> None:
    def draw(pdf: Any) -> None:
        pdf.set_font("Helvetica", size=12)
        pdf.text(30, 20, _MORE)

    draw_on(writer, 1, draw)


def _add_page(writer: Any) -> None:
    writer.add_blank_page()
