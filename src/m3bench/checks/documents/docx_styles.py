"""Paragraphs of untrusted Word documents with their effective styles; comments, headers and footers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from m3bench.checks.documents.docx_reading import (
    WORD_NAMESPACE,
    element_text,
    heading_levels,
    opened_docx,
    parse_word_xml,
    word_value,
)

_W = WORD_NAMESPACE
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MAX_BASES = 10
_DEFAULT_SIZE = 10.0
_ALIGNMENTS = {"start": "left", "end": "right", "both": "justify", "distribute": "justify"}
_OFF = ("0", "false", "none", "off")

Style = tuple[str | None, float, str, bool, bool]
"""Font, size, colour, bold, italic."""


@dataclass(frozen=True)
class StyledParagraph:
    """A paragraph with the style that most of its letters have."""

    text: str
    style: str
    level: int | None
    alignment: str
    font: str | None
    size: float
    colour: str
    bold: bool
    italic: bool


@dataclass
class Parts:
    """What a document has."""

    paragraphs: list[StyledParagraph] = field(default_factory=list)
    comments: list[tuple[str, str, str]] = field(default_factory=list)
    """Author, text, and the text of the paragraph that it is on."""
    headers: list[str] = field(default_factory=list)
    footers: list[str] = field(default_factory=list)


def read_parts(data: bytes, path: str) -> Parts:
    """Read a document. Raise `CheckFailed` if it cannot be read."""
    with opened_docx(data, path) as archive:
        xml = {
            name: parse_word_xml(archive.read(name))
            for name in archive.namelist()
            if name.startswith("word/") and name.endswith(".xml") and "/_rels/" not in name
        }
        return _parts(xml)


def _parts(xml: dict[str, Any]) -> Parts:
    sheet = _Styles(xml.get("word/styles.xml"), xml.get("word/theme/theme1.xml"))
    parts, places = Parts(), {}
    for paragraph in xml["word/document.xml"].iter(f"{_W}p"):
        text = element_text(paragraph)
        for mark in paragraph.iter(f"{_W}commentReference"):
            places[mark.get(f"{_W}id")] = text
        if text:
            parts.paragraphs.append(sheet.styled(paragraph, text))
    comments = xml.get("word/comments.xml")
    for comment in comments.iter(f"{_W}comment") if comments is not None else ():
        paragraph_text = places.get(comment.get(f"{_W}id"), "")
        parts.comments.append((comment.get(f"{_W}author", ""), element_text(comment), paragraph_text))
    parts.headers, parts.footers = (
        [
            text
            for name, part in sorted(xml.items())
            if name.startswith(f"word/{kind}") and (text := element_text(part))
        ]
        for kind in ("header", "footer")
    )
    return parts


class _Styles:
    """The styles of a document, in which one is based on another."""

    def __init__(self, styles: Any, theme: Any) -> None:
        self._theme = theme
        self._styles = (
            {} if styles is None else {each.get(f"{_W}styleId"): each for each in styles.iter(f"{_W}style")}
        )
        self._levels = {} if styles is None else heading_levels(styles)
        self._default = None if styles is None else styles.find(f"{_W}docDefaults/{_W}rPrDefault/{_W}rPr")
        self._normal = next((name for name, style in self._styles.items() if _is_default(style)), "")

    def styled(self, paragraph: Any, text: str) -> StyledParagraph:
        own = paragraph.find(f"{_W}pPr")
        identity = word_value(own, "pStyle") or self._normal
        chain = list(self._chain(identity))
        layouts = [own, *(style.find(f"{_W}pPr") for style in chain)]
        alignment = next((value for layout in layouts if (value := word_value(layout, "jc"))), "left")
        letters: Counter[Style] = Counter()
        for run in paragraph.iter(f"{_W}r"):
            letters[self._letters(run, chain)] += len(
                "".join(style.text or "" for style in run.iter(f"{_W}t")).strip()
            )
        font, size, colour, bold, italic = letters.most_common(1)[0][0]
        return StyledParagraph(
            text, self._name(identity), self._levels.get(identity), _ALIGNMENTS.get(alignment, alignment),
            font, size, colour, bold, italic,
        )  # fmt: skip

    def _chain(self, identity: str) -> Iterator[Any]:
        """Yield a style, the one that it is based on, and so on."""
        for _ in range(_MAX_BASES):
            style = self._styles.get(identity)
            if style is None:
                return
            yield style
            identity = word_value(style, "basedOn") or ""

    def _letters(self, run: Any, chain: list[Any]) -> Style:
        own = run.find(f"{_W}rPr")
        named = self._chain(word_value(own, "rStyle") or "")
        layers = [own, *(style.find(f"{_W}rPr") for style in (*named, *chain)), self._default]
        known = [layer for layer in layers if layer is not None]
        size = next((value for layer in known if (value := word_value(layer, "sz"))), "")
        colour = next((value for layer in known if (value := word_value(layer, "color"))), "auto")
        return (
            next((font for layer in known if (font := self._font(layer))), None),
            float(size) / 2 if size else _DEFAULT_SIZE,
            "#000000" if colour == "auto" else f"#{colour.lower()}",
            _is_on(known, "b"),
            _is_on(known, "i"),
        )

    def _font(self, layer: Any) -> str | None:
        fonts = layer.find(f"{_W}rFonts")
        if fonts is None:
            return None
        name = fonts.get(f"{_W}ascii") or fonts.get(f"{_W}hAnsi")
        themed = fonts.get(f"{_W}asciiTheme", "")
        if name or not themed or self._theme is None:
            return str(name) if name else None
        kind = "majorFont" if themed.startswith("major") else "minorFont"
        latin = self._theme.find(f".//{_A}{kind}/{_A}latin")
        return str(latin.get("typeface")) if latin is not None else None

    def _name(self, identity: str) -> str:
        return word_value(self._styles.get(identity), "name") or identity


def _is_default(style: Any) -> bool:
    return style.get(f"{_W}default") in ("1", "true") and style.get(f"{_W}type") == "paragraph"


def _is_on(layers: list[Any], name: str) -> bool:
    for layer in layers:
        element = layer.find(f"{_W}{name}")
        if element is not None:
            return element.get(f"{_W}val", "1") not in _OFF
    return False
