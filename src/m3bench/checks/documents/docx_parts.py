"""The check of styles, comments, headers and footers of Word documents."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.data import shown_value
from m3bench.checks.files import FileCheck, content, first_half, made_file, only_file, with_contents
from m3bench.checks.reading import colour_distance, folded, is_colour, opposite_colour, spaced
from m3bench.media import written_bytes

if TYPE_CHECKING:
    from m3bench.checks.documents.docx_styles import Parts, StyledParagraph

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


class DocxParts(FileCheck, frozen=True):
    """Effective styles count, also from styles that others are based on and from the theme."""

    about = "paragraphs of a Word document look like this, and it has these comments, headers and footers"

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
        super().__post_init__()
        wanted = (self.paragraphs, self.comments, self.headers, self.footers)
        if not any(wanted) and self.most_comments is None:
            raise ValueError("paragraphs, comments, headers, footers and most_comments are all empty")
        for paragraph in self.paragraphs:
            if paragraph.colour is not None and not is_colour(paragraph.colour):
                raise ValueError(f"{paragraph.colour!r} is not a colour such as #1f5aa6")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.documents.docx_styles import read_parts  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        parts = read_parts(data, path)
        faults = [fault for wanted in self.paragraphs for fault in self._paragraph_faults(parts, wanted)]
        faults += [
            f"no comment {shown_value(comment.text)}" for comment in self.comments if not _has(parts, comment)
        ]
        for name, texts, wanted in (
            ("header", parts.headers, self.headers),
            ("footer", parts.footers, self.footers),
        ):
            faults += [f"no {name} {shown_value(text)}" for text in wanted if spaced(text) not in texts]
        if self.most_comments is not None and len(parts.comments) > self.most_comments:
            faults.append(f"{len(parts.comments)} comments, expected at most {self.most_comments}")
        return self.verdict_on(path, faults, f"{path} has the expected styles, comments, headers and footers")

    def _paragraph_faults(self, found: Parts, wanted: DocxParagraph) -> list[str]:
        same = [paragraph for paragraph in found.paragraphs if paragraph.text == spaced(wanted.text)]
        if not same:
            return [f"no paragraph {shown_value(wanted.text)}"]
        looks = {name: getattr(wanted, name) for name in _LOOKS if getattr(wanted, name) is not None}
        return [
            f"{shown_value(wanted.text)} has {name} {shown_value(getattr(paragraph, name))},"
            f" expected {shown_value(expected)}"
            for paragraph in same
            for name, expected in looks.items()
            if not self._fits(paragraph, name, expected)
        ]

    def _fits(self, paragraph: StyledParagraph, name: str, expected: object) -> bool:
        value = getattr(paragraph, name)
        if name == "colour":
            known = is_colour(str(value))
            return known and colour_distance(str(value), str(expected)) <= self.colour_distance
        if name == "size":
            return isinstance(expected, int | float) and abs(value - expected) <= _SIZE_SLACK
        if name in ("style", "font"):
            return folded(str(value or "")) == folded(str(expected))
        return bool(value == expected)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        data = content(evidence.workspace, only_file(evidence, self.path))
        changes: list[tuple[str, Change]] = [
            (f"{wanted.text!r} with another {name}", partial(_restyle, wanted=wanted, name=name))
            for wanted in self.paragraphs
            for name in _LOOKS
            if getattr(wanted, name) is not None
        ]
        changes += [
            (f"without {wanted.text!r}", partial(_retell, text=wanted.text)) for wanted in self.paragraphs
        ]
        changes += [(f"without the comment {comment.text!r}", _without_comments) for comment in self.comments]
        changes += [("another header", partial(_head, kind="header"))] if self.headers else []
        changes += [("another footer", partial(_head, kind="footer"))] if self.footers else []
        if self.most_comments is not None:
            changes.append(("a comment too many", partial(_comment, count=self.most_comments + 1)))
        contents = [(words, _rewritten(data, change)) for words, change in changes]
        return with_contents(evidence, self.path, [*contents, first_half(data)], scratch)


def _has(found: Parts, wanted: DocxComment) -> bool:
    return any(
        text == spaced(wanted.text)
        and (wanted.on is None or spaced(wanted.on) in paragraph)
        and (wanted.author is None or spaced(wanted.author) == spaced(author))
        for author, text, paragraph in found.comments
    )


def _restyle(document: Any, wanted: DocxParagraph, name: str) -> None:
    align = import_module("docx.enum.text").WD_ALIGN_PARAGRAPH
    for paragraph in _paragraphs(document, wanted.text):
        if name in ("style", "level"):
            paragraph.style = "Subtitle" if wanted.style != "Subtitle" else "Quote"
        elif name == "alignment":
            paragraph.alignment = align.RIGHT if wanted.alignment != "right" else align.CENTER
        else:
            for run in paragraph.runs:
                _reform(run.font, wanted, name)


def _reform(font: Any, wanted: DocxParagraph, name: str) -> None:
    if name == "font":
        font.name = "Zzyzx Sans"
    elif name == "size":
        font.size = round(((wanted.size or 10) + 5) * 12_700)
    elif name == "colour":
        opposite = opposite_colour(wanted.colour or "#000000")
        font.color.rgb = import_module("docx.shared").RGBColor.from_string(opposite)
    else:
        setattr(font, name, not getattr(wanted, name))


def _retell(document: Any, text: str) -> None:
    for paragraph in _paragraphs(document, text):
        paragraph.text = "Something else"


def _without_comments(document: Any) -> None:
    for comment in list(document.comments):
        comment._comment_elm.getparent().remove(comment._comment_elm)


def _comment(document: Any, count: int) -> None:
    runs = next(paragraph.runs for paragraph in document.paragraphs if paragraph.runs)
    for _ in range(count):
        document.add_comment(runs, "One more", "Somebody")


def _head(document: Any, kind: str) -> None:
    for section in document.sections:
        for paragraph in getattr(section, kind).paragraphs:
            paragraph.text = "Something else"


def _paragraphs(document: Any, text: str) -> list[Any]:
    make = import_module("docx.text.paragraph").Paragraph
    paragraphs = (make(element, document) for element in document.element.body.iter("{*}p"))
    return [paragraph for paragraph in paragraphs if spaced(paragraph.text) == spaced(text)]


def _rewritten(data: bytes, change: Change) -> bytes:
    document = import_module("docx").Document(io.BytesIO(data))
    change(document)
    return written_bytes(document.save)
