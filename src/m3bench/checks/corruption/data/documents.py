"""Corrupted Word documents."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.data import WORD_NAMESPACE, DocxContent, element_text, spaced
from m3bench.checks.files import content, only_file

Change = Callable[[Any], None]
"""Changes the body of a document."""

_BODY = "word/document.xml"


def _documents(check: DocxContent, evidence: Evidence, scratch: Path) -> Corruptions:
    data = content(evidence.workspace, only_file(evidence, check.path))
    changes = [*_heading_changes(check), *_paragraph_changes(check), *_table_changes(check)]
    changes += [(f"with {text!r}", _adding(text)) for text in check.lacks]
    contents = [(words, _rewritten(data, change)) for words, change in changes]
    contents.append(("the first half", data[: len(data) // 2]))
    return with_contents(evidence, check.path, contents, scratch)


def _heading_changes(check: DocxContent) -> list[tuple[str, Change]]:
    wanted = [each if isinstance(each, str) else each.text for each in check.headings]
    if not wanted:
        return []
    changes = [
        ("a wrong heading", _retelling(wanted[0], "Something else")),
        ("a heading too few", _removing(wanted[-1])),
        ("a heading too many", _repeating(wanted[0])),
    ]
    return changes + (
        [("headings swapped", _swapping(wanted[0], wanted[-1]))] if wanted[0] != wanted[-1] else []
    )


def _paragraph_changes(check: DocxContent) -> list[tuple[str, Change]]:
    wanted = check.paragraphs
    changes = [(f"without {text!r}", _removing(text)) for text in wanted]
    changes += [(f"more than {text!r}", _retelling(text, f"{text} And more.")) for text in wanted]
    if len(set(wanted)) == len(wanted) > 1:
        changes.append(("paragraphs swapped", _swapping(wanted[0], wanted[-1])))
    return changes


def _table_changes(check: DocxContent) -> list[tuple[str, Change]]:
    def cell(body: Any) -> None:
        texts = list(body.find(_tag("tbl")).iter(_tag("tc")))[-1]
        _tell(texts, "something else")

    def row_removed(body: Any) -> None:
        table = body.find(_tag("tbl"))
        table.remove(list(table.iterfind(_tag("tr")))[-1])

    def row_repeated(body: Any) -> None:
        table = body.find(_tag("tbl"))
        table.append(copy.deepcopy(list(table.iterfind(_tag("tr")))[-1]))

    def removed(body: Any) -> None:
        body.remove(body.find(_tag("tbl")))

    found = [("a wrong cell", cell), ("a row too few", row_removed), ("a row twice", row_repeated)]
    return [*found, ("a table too few", removed)] if check.tables else []


def _retelling(text: str, other: str) -> Change:
    def change(body: Any) -> None:
        for each in _paragraphs(body, text):
            _tell(each, other)

    return change


def _removing(text: str) -> Change:
    def change(body: Any) -> None:
        for each in _paragraphs(body, text):
            each.getparent().remove(each)

    return change


def _repeating(text: str) -> Change:
    def change(body: Any) -> None:
        first = _paragraphs(body, text)[0]
        first.addnext(copy.deepcopy(first))

    return change


def _swapping(one: str, other: str) -> Change:
    def change(body: Any) -> None:
        first, second = _paragraphs(body, one), _paragraphs(body, other)
        for each in first:
            _tell(each, other)
        for each in second:
            _tell(each, one)

    return change


def _adding(text: str) -> Change:
    def change(body: Any) -> None:
        paragraph = body.makeelement(_tag("p"))
        body.insert(0, paragraph)
        _tell(paragraph, text)

    return change


def _paragraphs(body: Any, text: str) -> list[Any]:
    return [each for each in body.iter(_tag("p")) if element_text(each) == spaced(text)]


def _tell(element: Any, text: str) -> None:
    """Give a paragraph or cell another text."""
    for each in list(element.iter(_tag("r"))):
        each.getparent().remove(each)
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


DOCUMENT_CORRUPTORS: Corruptors = {DocxContent: _documents}
