"""The check of the content of Word documents. The number of spaces and line breaks does not matter."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.data import MAX_EXPECTED, row_faults, shown_value, unwanted_texts
from m3bench.checks.documents.docx_reading import WORD_NAMESPACE, Document, element_text, read_docx
from m3bench.checks.files import FileCheck, content, first_half, made_file, only_file, with_contents
from m3bench.checks.reading import EXACT, Tolerance, spaced
from m3bench.checks.visible import DRAWN_BY, can_draw, contradictions, legible_texts, unseen_faults

Change = Callable[[Any], None]
"""Changes the body of a document."""
_BODY = "word/document.xml"


class Heading(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A heading and its level: 1 for `Heading 1`, 0 for a title."""

    text: str
    level: int | None = None
    """None: any level."""


class DocxContent(FileCheck, frozen=True):
    """Cells of tables are compared as in a CSV file: numbers by their value. People must be able to read what
    must be there, and no other paragraph may contradict it."""

    about = "a Word document has these headings, paragraphs and tables"
    sharper_with = DRAWN_BY

    headings: tuple[str | Heading, ...] = ()
    """All headings, in order. A text is a heading of any level."""
    paragraphs: tuple[str, ...] = ()
    """Whole paragraphs besides the headings, in this order; others may be between them."""
    tables: tuple[tuple[tuple[Any, ...], ...], ...] = ()
    """All tables, in order: the rows of each, with its heading row."""
    lacks: tuple[str, ...] = ()
    """Texts that occur nowhere in the document."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.headings or self.paragraphs or self.tables):
            raise ValueError("headings, paragraphs and tables are all empty")
        if any(len(table) > MAX_EXPECTED for table in self.tables):
            raise ValueError(f"a table has at most {MAX_EXPECTED} rows")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        document = read_docx(data, path)
        faults = [
            *self._heading_faults(document.headings),
            *self._paragraph_faults(document.paragraphs),
            *self._table_faults(document.tables),
            *unwanted_texts(self.lacks, document.text),
        ]
        faults = faults or self._contradictions(document) or self._unread(data, path)
        parts = {"headings": self.headings, "paragraphs": self.paragraphs, "tables": self.tables}
        compared = ", ".join(name for name, wanted in parts.items() if wanted)
        return self.verdict_on(path, faults, f"{path} has the expected {compared}")

    @property
    def titles(self) -> list[str]:
        """The texts of the headings."""
        return [heading if isinstance(heading, str) else heading.text for heading in self.headings]

    def _contradictions(self, document: Document) -> list[str]:
        lines = contradictions(self.paragraphs, document.paragraphs)
        return [f"{shown_value(line)} contradicts the expected paragraphs" for line in lines]

    def _unread(self, data: bytes, path: str) -> list[str]:
        """Return what nobody can read. Without LibreOffice, a document is taken at its word."""
        if not can_draw():
            return []
        cells = (cell for table in self.tables for row in table for cell in row)
        texts = [*self.titles, *self.paragraphs, *(cell for cell in cells if isinstance(cell, str))]
        return unseen_faults(texts, " ".join(legible_texts(data, path, ".docx"))) if texts else []

    def _heading_faults(self, found: list[tuple[int, str]]) -> list[str]:
        wanted = [Heading(heading) if isinstance(heading, str) else heading for heading in self.headings]
        if not wanted:
            return []
        faults = [f"{len(found)} headings, expected {len(wanted)}"] if len(found) != len(wanted) else []
        return faults + [
            f"a heading is {shown_value(text)} of level {level}, expected {shown_value(heading.text)}"
            + (f" of level {heading.level}" if heading.level is not None else "")
            for (level, text), heading in zip(found, wanted, strict=False)
            if text != spaced(heading.text) or heading.level not in (None, level)
        ]

    def _paragraph_faults(self, found: list[str]) -> list[str]:
        rest = iter(found)
        for text in self.paragraphs:
            if spaced(text) not in rest:  # goes on after the paragraph before
                where = " in this order" if spaced(text) in found else ""
                return [f"no paragraph {shown_value(text)}{where}"]
        return []

    def _table_faults(self, found: list[list[list[str]]]) -> list[str]:
        if not self.tables:
            return []
        if len(found) != len(self.tables):
            return [f"{len(found)} tables, expected {len(self.tables)}"]
        return [
            f"table {number}: {fault}"
            for number, (rows, wanted) in enumerate(zip(found, self.tables, strict=True), 1)
            for fault in row_faults(rows, wanted, self.tolerance, ordered=True, written=True)
        ]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        data = content(evidence.workspace, only_file(evidence, self.path))
        changes = [*_heading_changes(self), *_paragraph_changes(self), *_table_changes(self)]
        changes += [(f"with {text!r}", partial(_add, text=text)) for text in self.lacks]
        if can_draw() and (self.headings or self.paragraphs):
            changes.append(("tiny letters", _shrink))
        contents = [(words, _rewritten(data, change)) for words, change in changes]
        return with_contents(evidence, self.path, [*contents, first_half(data)], scratch)


def _heading_changes(check: DocxContent) -> list[tuple[str, Change]]:
    wanted = check.titles
    if not wanted:
        return []
    changes: list[tuple[str, Change]] = [
        ("a wrong heading", partial(_retell, text=wanted[0], other="Something else")),
        ("a heading too few", partial(_remove, text=wanted[-1])),
        ("a heading too many", partial(_repeat, text=wanted[0])),
    ]
    if wanted[0] != wanted[-1]:
        changes.append(("headings swapped", partial(_swap, one=wanted[0], other=wanted[-1])))
    return changes


def _paragraph_changes(check: DocxContent) -> list[tuple[str, Change]]:
    wanted = check.paragraphs
    changes: list[tuple[str, Change]] = [
        (f"without {text!r}", partial(_remove, text=text)) for text in wanted
    ]
    changes += [
        (f"more than {text!r}", partial(_retell, text=text, other=f"{text} And more.")) for text in wanted
    ]
    if len(set(wanted)) == len(wanted) > 1:
        changes.append(("paragraphs swapped", partial(_swap, one=wanted[0], other=wanted[-1])))
    return changes


def _table_changes(check: DocxContent) -> list[tuple[str, Change]]:
    def last_row(body: Any) -> Any:
        return list(body.find(_tag("tbl")).iterfind(_tag("tr")))[-1]

    if not check.tables:
        return []
    return [
        (
            "a wrong cell",
            lambda body: _tell(list(body.find(_tag("tbl")).iter(_tag("tc")))[-1], "something else"),
        ),
        ("a row too few", lambda body: body.find(_tag("tbl")).remove(last_row(body))),
        ("a row twice", lambda body: body.find(_tag("tbl")).append(copy.deepcopy(last_row(body)))),
        ("a table too few", lambda body: body.remove(body.find(_tag("tbl")))),
    ]


def _shrink(body: Any) -> None:
    """Give all letters the size of a point."""
    for run in body.iter(_tag("r")):
        look = run.find(_tag("rPr"))
        if look is None:
            look = run.makeelement(_tag("rPr"))
            run.insert(0, look)
        for old in look.findall(_tag("sz")):
            look.remove(old)
        size = look.makeelement(_tag("sz"), {_tag("val"): "2"})
        look.append(size)


def _retell(body: Any, text: str, other: str) -> None:
    for paragraph in _paragraphs(body, text):
        _tell(paragraph, other)


def _remove(body: Any, text: str) -> None:
    for paragraph in _paragraphs(body, text):
        paragraph.getparent().remove(paragraph)


def _repeat(body: Any, text: str) -> None:
    first = _paragraphs(body, text)[0]
    first.addnext(copy.deepcopy(first))


def _swap(body: Any, one: str, other: str) -> None:
    texts = [(_paragraphs(body, one), other), (_paragraphs(body, other), one)]
    for paragraphs, text in texts:
        for paragraph in paragraphs:
            _tell(paragraph, text)


def _add(body: Any, text: str) -> None:
    paragraph = body.makeelement(_tag("p"))
    body.insert(0, paragraph)
    _tell(paragraph, text)


def _paragraphs(body: Any, text: str) -> list[Any]:
    return [paragraph for paragraph in body.iter(_tag("p")) if element_text(paragraph) == spaced(text)]


def _tell(element: Any, text: str) -> None:
    """Give a paragraph or cell another text."""
    for run in list(element.iter(_tag("r"))):
        run.getparent().remove(run)
    paragraph = element if element.tag == _tag("p") else element.find(_tag("p"))
    run = paragraph.makeelement(_tag("r"))
    paragraph.append(run)
    word = run.makeelement(_tag("t"))
    run.append(word)
    word.text = text


def _tag(name: str) -> str:
    return f"{WORD_NAMESPACE}{name}"


def _rewritten(data: bytes, change: Change) -> bytes:
    from lxml import etree  # noqa: PLC0415 - heavy

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    root = etree.fromstring(members[_BODY])
    change(root.find(_tag("body")))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**members, _BODY: etree.tostring(root)}.items():
            archive.writestr(name, part)
    return written.getvalue()
