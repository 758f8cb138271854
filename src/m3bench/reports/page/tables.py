"""Tables of a study as HTML: sortable, filterable, with definitions."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core.text import shorten
from m3bench.reports.page.cells import UNKNOWN, interval, is_number, raw, shown
from m3bench.reports.page.markup import Markup, element, joined
from m3bench.reports.study import Column, Kind, Row, Table

MOST_ROWS = 1_500
_FILTERED_FROM = 12
_PRINTED_UP_TO = 60
_SCROLLED_FROM = 12
_CARDS_UP_TO = 30
_LONGEST_TEXT = 600
_PUBLISHED = "published"
_PAGE = 1_020
"""The room for a table on a screen of 1,400 pixels."""
_LETTER, _SMALL_LETTER, _HEAD_LETTER = 7.8, 6.8, 8.4
_PADDING, _ARROW = 22, 12
_LONGEST_NAME, _NARROWEST_TEXT, _WIDEST_TEXT, _PROSE = 300, 96, 150, 230
_MEASURED_ROWS = 200
"""Rows that are looked at."""


def table_block(table: Table, *, filtered: bool = False) -> Markup:
    """Return a table with its filter above, and its note and definitions below.

    Columns that do not fit into the page are in further tables, which are folded.
    """
    rows, count = table.rows[:MOST_ROWS], f"{len(table.rows):,}"
    long = len(rows) > _PRINTED_UP_TO
    columns = shown_columns(table)
    # The first text column identifies a row and stays visible.
    naming = next((column for column in columns if column.kind is Kind.TEXT), columns[0])
    first, *further = _fitting_parts(columns, naming, rows)
    return element(
        "div",
        _tools(table, filtered=filtered or len(rows) > _FILTERED_FROM),
        _frame(table, first, naming, rows),
        _further(table, further, naming, rows) if further else None,
        element(
            "p",
            f"{count} rows are too many to print. {table.name}.csv has all of them.",
            class_="note on-paper",
        )
        if long
        else None,
        cut_note(f"{count} rows", MOST_ROWS, table.name) if len(table.rows) > MOST_ROWS else None,
        element("p", table.note, class_="note") if table.note else None,
        _definitions(table),
        class_=" ".join(
            ("table", *(("scrolled",) if len(rows) > _SCROLLED_FROM else ()), *(("long",) if long else ()))
        ),
        id=f"table-{table.name}",
    )


def shown_columns(table: Table) -> list[Column]:
    """Return the shown columns that have any value."""
    known = {key for row in table.rows for key, value in row.items() if value is not None}
    return [column for column in table.columns if column.shown and column.key in known]


def _frame(table: Table, columns: Sequence[Column], naming: Column, rows: Sequence[Row]) -> Markup:
    # On a narrow screen, the rows of a short table are cards, on which each value has its title.
    cards = len(rows) <= _CARDS_UP_TO
    grid = element(
        "table",
        element("caption", table.title, class_="spoken"),
        element("thead", element("tr", *(_head(table, column, naming) for column in columns))),
        element("tbody", *(_row(columns, naming, row, cards=cards) for row in rows)),
        class_="cards" if cards else None,
    )
    return element("div", grid, class_="frame", tabindex="0", role="group", aria_label=table.title)


def _further(table: Table, parts: Sequence[Sequence[Column]], naming: Column, rows: Sequence[Row]) -> Markup:
    titles = [column.title for part in parts for column in part if column is not naming]
    return element(
        "details",
        element("summary", f"More columns: {', '.join(titles)}"),
        *(_frame(table, part, naming, rows) for part in parts),
        class_="further",
    )


def _head(table: Table, column: Column, naming: Column) -> Markup:
    definition = _definition_id(table, column) if column.definition else None
    return element(
        "th",
        element("button", column.title, type="button", aria_describedby=definition),
        scope="col",
        class_="name" if column is naming else "number" if is_number(column) else None,
        aria_sort="none",
    )


def _row(columns: Sequence[Column], naming: Column, row: Row, *, cards: bool) -> Markup:
    cells = [
        _name(column, row) if column is naming else _cell(column, row, column.title if cards else None)
        for column in columns
    ]
    return element("tr", *cells, class_=_PUBLISHED if row.get(_PUBLISHED) else None)


def _name(column: Column, row: Row) -> Markup:
    text = shown(row.get(column.key), column.kind)
    return element("th", _linked(text, column, row), scope="row", class_="name", data_hint=text)


def _cell(column: Column, row: Row, label: str | None) -> Markup:
    value = row.get(column.key)
    text = shown(value, column.kind)
    if column.whole:
        return element("td", element("code", text), data_label=label)
    if column.kind is Kind.TEXT:
        whole = column.prose or len(text) <= _LONGEST_TEXT
        return element(
            "td",
            text if column.prose else _linked(shorten(text, _LONGEST_TEXT), column, row),
            data_hint=None if whole else text,
            data_label=label,
            class_="unknown" if text == UNKNOWN else "prose" if column.prose else None,
        )
    ends = interval(row, column)
    return element(
        "td",
        text,
        element("small", ends) if ends else None,
        data_v=raw(value) or None,
        data_label=label,
        class_="number unknown" if text == UNKNOWN else "number" if is_number(column) else "flag",
    )


def _linked(text: str, column: Column, row: Row) -> str | Markup:
    address = row.get(column.link) if column.link else None
    return element("a", text, href=str(address)) if address else text


def _tools(table: Table, *, filtered: bool) -> Markup | None:
    if not filtered:
        return None
    sources = {bool(row.get(_PUBLISHED)) for row in table.rows}
    return filter_tools(f"Filter {table.title}", _source_filter(table) if len(sources) > 1 else None)


def filter_tools(label: str, further: Markup | None = None) -> Markup:
    """Return what stands above a table: the filter of its rows, and how many it shows."""
    search = element("input", type="search", class_="filter", placeholder="Filter rows", aria_label=label)
    return element("div", search, further, element("span", class_="count", role="status"), class_="tools")


def _source_filter(table: Table) -> Markup:
    choices = (("all", "All"), ("own", "These runs"), (_PUBLISHED, "Published"))
    buttons = [
        element(
            "label",
            element("input", type="radio", name=f"whose-{table.name}", value=value, checked=value == "all"),
            element("span", title),
        )
        for value, title in choices
    ]
    return element("div", *buttons, class_="whose", role="radiogroup", aria_label="Whose rows")


def _definitions(table: Table) -> Markup | None:
    defined = [column for column in shown_columns(table) if column.definition]
    if not defined:
        return None
    terms = [
        joined(
            element("dt", column.title), element("dd", column.definition, id=_definition_id(table, column))
        )
        for column in defined
    ]
    return element("details", element("summary", "Column definitions"), element("dl", *terms), class_="terms")


def _definition_id(table: Table, column: Column) -> str:
    return f"{table.name}.{column.key}"


def cut_note(counted: str, most: int, name: str) -> Markup:
    """Return the remark that a page shows the beginning of a table."""
    return element(
        "p", f"Showing the first {most:,} of {counted}. {name}.csv has all of them.", class_="note"
    )


def _fitting_parts(columns: Sequence[Column], naming: Column, rows: Sequence[Row]) -> list[list[Column]]:
    """Return the columns in parts that fit side by side into the page. Each part has the naming column."""
    widths = {column.key: _width(column, naming, rows[:_MEASURED_ROWS]) for column in columns}
    parts: list[list[Column]] = [[]]
    room = _PAGE - widths[naming.key]
    for column in columns:
        if column is naming:
            parts[0].append(column)
            continue
        if widths[column.key] > room and len(parts[-1]) > 1:
            parts.append([naming])
            room = _PAGE - widths[naming.key]
        parts[-1].append(column)
        room -= widths[column.key]
    return parts


def _width(column: Column, naming: Column, rows: Sequence[Row]) -> float:
    texts = [shown(row.get(column.key), column.kind) for row in rows]
    head = max(map(len, column.title.split()), default=0) * _HEAD_LETTER + _ARROW
    if is_number(column):
        ends = max((len(interval(row, column)) for row in rows), default=0)
        body = max(max(map(len, texts), default=0) * _LETTER, ends * _SMALL_LETTER)
    else:
        body = _text_width(column, naming, texts)
    return max(head, body) + _PADDING


def _text_width(column: Column, naming: Column, texts: Sequence[str]) -> float:
    longest = max(map(len, texts), default=0) * _LETTER
    if column is naming:
        return min(_LONGEST_NAME, longest)
    if column.whole:
        return longest
    if column.prose:
        return _PROSE
    return min(_WIDEST_TEXT, max(_NARROWEST_TEXT, longest))
