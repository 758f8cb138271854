"""Calls of the server for Word documents, and the texts it returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import CallResult, PlanError, PlannedCall, call

SERVER = "office-word-mcp-server"


class Doc:
    """A document, by the name of its file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def create(self, *uses: CallResult) -> PlannedCall:
        return self._do("create_document", *uses)

    def copy(self, copy: str, *uses: CallResult) -> PlannedCall:
        return call(f"{SERVER}/copy_document", *uses, source_filename=self.file, destination_filename=copy)

    def read(self, *uses: CallResult) -> PlannedCall:
        """Return the call for the text: paragraphs first, then the cells of the tables."""
        return self._do("get_document_text", *uses)

    def outline(self, *uses: CallResult) -> PlannedCall:
        """Return the call for the paragraphs with their positions and styles."""
        return self._do("get_document_outline", *uses)

    def add_heading(self, heading: str, *uses: CallResult, level: int = 1) -> PlannedCall:
        return self._do("add_heading", *uses, text=heading, level=level)

    def add_paragraph(self, text: str, *uses: CallResult) -> PlannedCall:
        return self._do("add_paragraph", *uses, text=text)

    def add_table(self, rows: Sequence[Sequence[Any]], *uses: CallResult) -> PlannedCall:
        cells = [[str(cell) for cell in row] for row in rows]
        return self._do("add_table", *uses, rows=len(cells), cols=len(cells[0]), data=cells)

    def replace(self, old: str, new: str, *uses: CallResult) -> PlannedCall:
        return self._do("search_and_replace", *uses, find_text=old, replace_text=new)

    def delete_paragraph(self, index: int, *uses: CallResult) -> PlannedCall:
        return self._do("delete_paragraph", *uses, paragraph_index=index)

    def insert_heading(self, heading: str, index: int, *uses: CallResult, level: int = 1) -> PlannedCall:
        """Insert a heading before the paragraph with that position."""
        place = {"target_paragraph_index": index, "position": "before", "header_style": f"Heading {level}"}
        return self._do("insert_header_near_text", *uses, header_title=heading, **place)

    def insert_after(self, text: str, index: int, *uses: CallResult) -> PlannedCall:
        """Insert a paragraph after the one with that position."""
        place = {"target_paragraph_index": index, "position": "after", "line_style": "Normal"}
        return self._do("insert_line_or_paragraph_near_text", *uses, line_text=text, **place)

    def _do(self, tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
        return call(f"{SERVER}/{tool}", *uses, filename=self.file, **arguments)


def lines(found: CallResult) -> list[str]:
    """Return the lines of a document's text."""
    text = found.data if isinstance(found.data, str) else found.text
    return text.splitlines()


def line_with(found: CallResult, words: str) -> str:
    """Return the first line that contains words."""
    for line in lines(found):
        if words in line:
            return line
    raise PlanError(f"{found.tool} returned no line with {words!r}.")


def table_rows(found: CallResult, header: Sequence[str]) -> list[list[str]]:
    """Return the rows below a header: a document's text has one line for each cell."""
    text, width = lines(found), len(header)
    for start in range(len(text) - width + 1):
        if text[start : start + width] == list(header):
            cells = text[start + width :]
            return [cells[at : at + width] for at in range(0, len(cells) - width + 1, width)]
    raise PlanError(f"{found.tool} returned no table with {', '.join(header)}.")


def paragraph_index(found: CallResult, words: str) -> int:
    """Return the position of the first paragraph that starts with words, from an outline."""
    for paragraph in found.data["paragraphs"]:
        if paragraph["text"].startswith(words):
            return int(paragraph["index"])
    raise PlanError(f"{found.tool} lists no paragraph {words!r}.")


def require_done(found: CallResult, *words: str) -> None:
    """Raise `PlanError` if a result has none of the words that tell of success."""
    if not any(
        word in found.text for word in (*words, "added", "created", "inserted", "deleted", "Replaced")
    ):
        raise PlanError(f"{found.tool} failed: {found.text[:200]}")
