"""Reading untrusted Word documents. Not with python-docx, which repeats a merged cell as often as it says."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from m3bench.checks.files import readable, require_harmless

WORD_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_BREAKS = (f"{WORD_NAMESPACE}tab", f"{WORD_NAMESPACE}br", f"{WORD_NAMESPACE}cr")
_HEADING = re.compile(r"heading ([1-9])")
_MAX_BASES = 10


@dataclass
class Document:
    """The text of a document, in order: runs of spaces and line breaks are one space."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    text: str = ""
    """Everything, a space between two paragraphs or cells."""


def read_docx(data: bytes, path: str) -> Document:
    """Return the content of a document. Raise `CheckFailed` if it cannot be read."""
    with opened_docx(data, path) as archive:
        body = parse_word_xml(archive.read("word/document.xml")).find(f"{WORD_NAMESPACE}body")
        levels = {}
        if "word/styles.xml" in archive.namelist():
            levels = heading_levels(parse_word_xml(archive.read("word/styles.xml")))
        return _document(body if body is not None else (), levels)


@contextmanager
def opened_docx(data: bytes, path: str) -> Iterator[zipfile.ZipFile]:
    """Open a document. Raise `CheckFailed` if it, or what the block does with it, shows that it is broken."""
    require_harmless(data, path)
    with readable(path, "Word document"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield archive


def parse_word_xml(xml: bytes) -> Any:
    """Parse a part of a document; strict documents get the usual namespace."""
    from lxml import etree  # noqa: PLC0415 - heavy

    plain = xml.replace(_STRICT.encode(), WORD_NAMESPACE.strip("{}").encode())
    return etree.fromstring(plain, etree.XMLParser(resolve_entities=False, no_network=True))


def _document(body: Any, levels: dict[str, int]) -> Document:
    document = Document()
    parts: list[str] = []
    for block in word_blocks(body):
        if block.tag == f"{WORD_NAMESPACE}tbl":
            rows = [
                [element_text(cell) for cell in row.iterfind(f"{WORD_NAMESPACE}tc")]
                for row in block.iterfind(f"{WORD_NAMESPACE}tr")
            ]
            document.tables.append(rows)
            parts += [cell for row in rows for cell in row]
        elif text := element_text(block):
            parts.append(text)
            level = levels.get(word_value(block.find(f"{WORD_NAMESPACE}pPr"), "pStyle") or "")
            if level is None:
                document.paragraphs.append(text)
            else:
                document.headings.append((level, text))
    document.text = " ".join(parts)
    return document


def word_blocks(parent: Any) -> Iterator[Any]:
    """Yield paragraphs and tables, also those in content controls."""
    for child in parent:
        if child.tag in (f"{WORD_NAMESPACE}p", f"{WORD_NAMESPACE}tbl"):
            yield child
        elif child.tag == f"{WORD_NAMESPACE}sdt":
            for content in child.iterfind(f"{WORD_NAMESPACE}sdtContent"):
                yield from word_blocks(content)


def element_text(element: Any) -> str:
    """Return the text of a paragraph or cell, without what tracked changes removed."""
    parts = []
    for part in element.iter():
        if part.tag == f"{WORD_NAMESPACE}t":
            parts.append(part.text or "")
        elif part.tag in _BREAKS or part.tag == f"{WORD_NAMESPACE}p":
            parts.append(" ")
    return " ".join("".join(parts).split())


def word_value(parent: Any, name: str) -> str | None:
    """Return the value of a property; None if it is not given."""
    element = parent.find(f"{WORD_NAMESPACE}{name}") if parent is not None else None
    return None if element is None else element.get(f"{WORD_NAMESPACE}val")


def heading_levels(styles: Any) -> dict[str, int]:
    """Return the levels of headings by the ids of their styles, also of styles based on a heading."""
    names: dict[str, str] = {}
    bases: dict[str, str] = {}
    for style in styles.iterfind(f"{WORD_NAMESPACE}style"):
        identity = style.get(f"{WORD_NAMESPACE}styleId", "")
        for tag, known in (("name", names), ("basedOn", bases)):
            if (part := style.find(f"{WORD_NAMESPACE}{tag}")) is not None:
                known[identity] = part.get(f"{WORD_NAMESPACE}val", "")
    levels = {identity: _level(identity, names, bases) for identity in names}
    return {identity: level for identity, level in levels.items() if level is not None}


def _level(identity: str, names: dict[str, str], bases: dict[str, str]) -> int | None:
    for _ in range(_MAX_BASES):
        name = names.get(identity, "").lower()
        if name == "title":
            return 0
        if match := _HEADING.fullmatch(name):
            return int(match[1])
        identity = bases.get(identity, "")
    return None
