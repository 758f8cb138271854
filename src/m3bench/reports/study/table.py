"""What a report is made of. Every number that it shows stands in a table, once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

Cell = str | int | float | bool | None
"""None is unknown, or does not apply; never zero."""
Row = Mapping[str, Cell]


class Kind(StrEnum):
    """How a column's values are to be read."""

    TEXT = "text"
    FLAG = "flag"
    COUNT = "count"
    NUMBER = "number"
    """A plain quantity, with two digits behind the point."""
    SCORE = "score"
    """From 0 to 1, more is better; with three digits."""
    DIFFERENCE = "difference"
    """Of two scores, signed."""
    SHARE = "share"
    """From 0 to 1, neither good nor bad; as per cent."""
    SECONDS = "seconds"
    COST = "cost"
    """US dollars."""


class Column(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One column. ``key`` is its name in rows and files."""

    key: str
    title: str
    kind: Kind = Kind.TEXT
    definition: str = ""
    """What it means, in a sentence, for whoever points at the title."""
    low: str = ""
    high: str = ""
    """The keys that hold the ends of the 95 % interval of this column, where there is one."""
    shown: bool = True
    """Whether the report shows it by default; files have all columns."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that belong together. ``name`` is what its files are called."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    shown: bool = True
    """Whether the report shows it in full; otherwise only its files have it."""

    def column(self, key: str) -> Column:
        """The column of that key."""
        return next(column for column in self.columns if column.key == key)


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing of a table: a Vega-Lite specification without data and without colours of its own."""

    name: str
    title: str
    table: str
    """The name of the table whose rows are the data."""
    spec: dict[str, Any]
    caption: str = ""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of the report."""

    name: str
    title: str
    intro: str = ""
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """All that one report says."""

    title: str
    created: datetime
    sections: tuple[Section, ...]
    settings: dict[str, str] = {}
    """With what it was made: profile, thresholds, encoder, versions, seed."""
    warnings: tuple[str, ...] = ()
    """What a reader has to know before the numbers, such as that a run was changed."""

    def tables(self) -> dict[str, Table]:
        """All tables by name."""
        return {table.name: table for section in self.sections for table in section.tables}
