"""The check of styles, comments, headers and footers of Word documents."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.data import shown_value
from m3bench.checks.files import content, joined, made_file, only_file, relative, with_contents
from m3bench.checks.reading import folded, spaced
from m3bench.media import written_bytes

if TYPE_CHECKING:
    from m3bench.checks.documents.docx_styles import Parts, StyledParagraph

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_SIZE_SLACK = 0.3
_LOOKS = ("style", "level", "alignment", "font", "size", "colour", "bold", "italic")
Change = Callable[[Any], None]
"""Changes a document of python-docx."""


class DocxParagraph(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a paragraph must look. Fields that are None are not checked."""

    text: str
    """The whole paragraph. If several have this text, all of them must look so."""
    style: str | None = None
    """The name of its style, such as `Heading 1`."""
    level: int | None = None
    """The level of a heading; 0 for a title."""
    alignment: Literal["left", "center", "right", "justify"] | None = None
    font: str | None = None
    size: float | None = None
    """In points."""
    colour: str | None = None
    """As `#rrggbb`."""
    bold: bool | None = None
    italic: bool | None = None


class DocxComment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A comment in the margin."""

    text: str
    on: str | None = None
    """A text of the paragraph that it is on."""
    author: str | None = None


class DocxParts(Check, frozen=True):
    """Effective styles count, also from styles that others are based on and from the theme."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = (
        "paragraphs of a Word document look like this, and it has these comments, headers and footers"
    )

    path: str
    paragraphs: tuple[DocxParagraph, ...] = ()
    comments: tuple[DocxComment, ...] = ()
    headers: tuple[str, ...] = ()
    """Whole texts of headers."""
    footers: tuple[str, ...] = ()
    most_comments: int | None = None
    """How many comments there may be; 0 if all must be gone."""
    colour_distance: float = 60.0
    """The maximum Euclidean distance in RGB, in which black and white are 442 apart."""

    def __post_init__(self) -> None:
        relative(self.path)
        wanted = (self.paragraphs, self.comments, self.headers, self.footers)
        if not any(wanted) and self.most_comments is None:
            raise ValueError("paragraphs, comments, headers, footers and most_comments are all empty")
        for paragraph in self.paragraphs:
            if paragraph.colour is not None and not _COLOUR.fullmatch(paragraph.colour):
                raise ValueError(f"{paragraph.colour!r} is not a colour such as #1f5aa6")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.documents.docx_styles import read_parts  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        found = read_parts(data, path)
        faults = [fault for wanted in self.paragraphs for fault in self._paragraph_faults(found, wanted)]
        faults += [
            f"no comment {shown_value(comment.text)}" for comment in self.comments if not _has(found, comment)
        ]
        for name, texts, wanted in (
            ("header", found.headers, self.headers),
            ("footer", found.footers, self.footers),
        ):
            faults += [f"no {name} {shown_value(text)}" for text in wanted if spaced(text) not in texts]
        if self.most_comments is not None and len(found.comments) > self.most_comments:
            faults.append(f"{len(found.comments)} comments, expected at most {self.most_comments}")
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path} has the expected styles, comments, headers and footers")

    def _paragraph_faults(self, found: Parts, wanted: DocxParagraph) -> list[str]:
        same = [paragraph for paragraph in found.paragraphs if paragraph.text == spaced(wanted.text)]
        if not same:
            return [f"no paragraph {shown_value(wanted.text)}"]
        looks = {name: getattr(wanted, name) for name in _LOOKS if getattr(wanted, name) is not None}
        told = shown_value(wanted.text)
        return [
            f"{told} has {name} {shown_value(getattr(each, name))}, expected {shown_value(expected)}"
            for each in same
            for name, expected in looks.items()
            if not self._fits(each, name, expected)
        ]

    def _fits(self, found: StyledParagraph, name: str, expected: object) -> bool:
        value = getattr(found, name)
        if name == "colour":
            return _distance(str(value), str(expected)) <= self.colour_distance
        if name == "size":
            return isinstance(expected, int | float) and abs(value - expected) <= _SIZE_SLACK
        if name in ("style", "font"):
            return folded(str(value or "")) == folded(str(expected))
        return bool(value == expected)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        data = content(evidence.workspace, only_file(evidence, self.path))
        changes: list[tuple[str, Change]] = [
            (f"{wanted.text!r} with another {name}", _restyling(wanted, name))
            for wanted in self.paragraphs
            for name in _LOOKS
            if getattr(wanted, name) is not None
        ]
        changes += [(f"without {wanted.text!r}", _retelling(wanted.text)) for wanted in self.paragraphs]
        changes += [(f"without the comment {comment.text!r}", _without_comments) for comment in self.comments]
        changes += [("another header", _heading("header"))] if self.headers else []
        changes += [("another footer", _heading("footer"))] if self.footers else []
        if self.most_comments is not None:
            changes.append(("a comment too many", _commenting(self.most_comments + 1)))
        contents = [(words, _rewritten(data, change)) for words, change in changes]
        return with_contents(
            evidence, self.path, [*contents, ("the first half", data[: len(data) // 2])], scratch
        )


def _has(found: Parts, wanted: DocxComment) -> bool:
    return any(
        text == spaced(wanted.text)
        and (wanted.on is None or spaced(wanted.on) in place)
        and (wanted.author is None or spaced(wanted.author) == spaced(author))
        for author, text, place in found.comments
    )


def _distance(one: str, other: str) -> float:
    if not _COLOUR.fullmatch(one):
        return float("inf")
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


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
    return written_bytes(document.save)
