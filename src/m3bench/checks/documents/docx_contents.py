"""The contents of Word documents: paragraphs with their style and rows of tables, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from m3bench.checks.documents.docx_reading import (
    WORD_NAMESPACE,
    element_text,
    opened_docx,
    parse_word_xml,
    word_blocks,
    word_value,
)

_OTHER_PART = re.compile(r"word/((?:header|footer|footnotes|endnotes|comments)\d*)\.xml")


def document_contents(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    """Yield the `body`, and the texts of `headers`, `footers`, `footnotes`, `endnotes` and `comments`."""
    with opened_docx(data, path) as archive:
        body = parse_word_xml(archive.read("word/document.xml")).find(f"{WORD_NAMESPACE}body")
        for text in filter(None, _blocks(body)):
            yield "body", text
        for name in sorted(archive.namelist()):
            if part := _OTHER_PART.fullmatch(name):
                place = part[1].rstrip("0123456789")
                for text in filter(None, _texts(parse_word_xml(archive.read(name)))):
                    yield f"{place}s" if place in ("header", "footer") else place, text


def _blocks(body: Any) -> Iterator[str]:
    for block in word_blocks(body if body is not None else ()):
        if block.tag == f"{WORD_NAMESPACE}tbl":
            for row in block.iterfind(f"{WORD_NAMESPACE}tr"):
                yield " | ".join(element_text(cell) for cell in row.iterfind(f"{WORD_NAMESPACE}tc"))
        elif text := element_text(block):
            style = word_value(block.find(f"{WORD_NAMESPACE}pPr"), "pStyle")
            yield f"[{style}] {text}" if style else text


def _texts(part: Any) -> list[str]:
    return [element_text(paragraph) for paragraph in part.iter(f"{WORD_NAMESPACE}p")]
