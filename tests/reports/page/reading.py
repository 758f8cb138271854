"""The tables of a page, as a reader finds them."""

from __future__ import annotations

from html.parser import HTMLParser


class PageTables(HTMLParser):
    """By the id of its block: the rows of a table, each the texts of its cells without their intervals.

    The further columns of a wide table, which are in tables of their own, are added to its rows.
    """

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: dict[str, list[list[str]]] = {}
        self._parts: dict[str, list[list[list[str]]]] = {}
        self._rows: list[list[str]] = []
        self._name = ""
        self._in_cell = self._in_interval = False
        self.feed(page)
        for table, parts in self._parts.items():
            self.tables[table] = [
                [*rows[0], *(cell for further in rows[1:] for cell in further[1:])]
                for rows in zip(*parts, strict=True)
            ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id") or ""
        if name.startswith("table-"):
            self._name = name.removeprefix("table-")
        elif tag == "table":
            self._rows = []
            if self._name:
                self._parts.setdefault(self._name, []).append(self._rows)
        elif tag == "tr":
            self._rows.append([])
        elif tag in {"td", "th"}:
            self._in_cell = True
            self._rows[-1].append("")
        elif tag == "small":
            self._in_interval = True

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._in_cell = False
        elif tag == "small":
            self._in_interval = False
        elif tag == "section":
            # What follows may be a table without a name, which is no table of the study.
            self._name = ""

    def handle_data(self, data: str) -> None:
        if self._in_cell and not self._in_interval:
            self._rows[-1][-1] += data
