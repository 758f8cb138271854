"""Corrupted Word documents: other styles, comments, headers and footers."""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data import Corruptions, Corruptors, with_contents
from m3bench.checks.data import spaced
from m3bench.checks.documents import DocxParagraph, DocxParts
from m3bench.checks.files import content, only_file

Change = Callable[[Any], None]
"""Changes a document of python-docx."""
_LOOKS = ("style", "level", "alignment", "font", "size", "colour", "bold", "italic")


def _parts(check: DocxParts, evidence: Evidence, scratch: Path) -> Corruptions:
    data = content(evidence.workspace, only_file(evidence, check.path))
    changes: list[tuple[str, Change]] = [
        (f"{wanted.text!r} with another {name}", _restyling(wanted, name))
        for wanted in check.paragraphs
        for name in _LOOKS
        if getattr(wanted, name) is not None
    ]
    changes += [(f"without {wanted.text!r}", _retelling(wanted.text)) for wanted in check.paragraphs]
    changes += [(f"without the comment {each.text!r}", _without_comments) for each in check.comments]
    changes += [("another header", _heading("header"))] if check.headers else []
    changes += [("another footer", _heading("footer"))] if check.footers else []
    if check.most_comments is not None:
        changes.append(("a comment too many", _commenting(check.most_comments + 1)))
    contents = [(words, _rewritten(data, change)) for words, change in changes]
    return with_contents(
        evidence, check.path, [*contents, ("the first half", data[: len(data) // 2])], scratch
    )


def _restyling(wanted: DocxParagraph, name: str) -> Change:
    def change(document: Any) -> None:
        align = import_module("docx.enum.text").WD_ALIGN_PARAGRAPH
        for paragraph in _found(document, wanted.text):
            if name in ("style", "level"):
                paragraph.style = "Subtitle" if wanted.style != "Subtitle" else "Quote"
            elif name == "alignment":
                paragraph.alignment = align.RIGHT if wanted.alignment != "right" else align.CENTER
            else:
                for run in paragraph.runs:
                    _reform(run.font, wanted, name)

    return change


def _reform(font: Any, wanted: DocxParagraph, name: str) -> None:
    if name == "font":
        font.name = "Zzyzx Sans"
    elif name == "size":
        font.size = round(((wanted.size or 10) + 5) * 12_700)
    elif name == "colour":
        opposite = "".join(
            "00" if int((wanted.colour or "#000000")[at : at + 2], 16) > 127 else "FF" for at in (1, 3, 5)
        )
        font.color.rgb = import_module("docx.shared").RGBColor.from_string(opposite)
    else:
        setattr(font, name, not getattr(wanted, name))


def _retelling(text: str) -> Change:
    def change(document: Any) -> None:
        for paragraph in _found(document, text):
            paragraph.text = "Something else"

    return change


def _without_comments(document: Any) -> None:
    for comment in list(document.comments):
        comment._comment_elm.getparent().remove(comment._comment_elm)


def _commenting(count: int) -> Change:
    def change(document: Any) -> None:
        runs = next(paragraph.runs for paragraph in document.paragraphs if paragraph.runs)
        for _ in range(count):
            document.add_comment(runs, "One more", "Somebody")

    return change


def _heading(kind: str) -> Change:
    def change(document: Any) -> None:
        for section in document.sections:
            for paragraph in getattr(section, kind).paragraphs:
                paragraph.text = "Something else"

    return change


def _found(document: Any, text: str) -> list[Any]:
    paragraph = import_module("docx.text.paragraph").Paragraph
    everything = (paragraph(element, document) for element in document.element.body.iter("{*}p"))
    return [each for each in everything if spaced(each.text) == spaced(text)]


def _rewritten(data: bytes, change: Change) -> bytes:
    document = import_module("docx").Document(io.BytesIO(data))
    change(document)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


WORD_CORRUPTORS: Corruptors = {DocxParts: _parts}
