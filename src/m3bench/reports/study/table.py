"""The parts of a report. Every number it shows is in a table, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

Cell = str | int | float | bool | None
"""None means unknown or not applicable, never zero."""
Row = Mapping[str, Cell]


class Kind(StrEnum):
    """How to format a column's values."""

    TEXT = "text"
    FLAG = "flag"
    COUNT = "count"
    NUMBER = "number"
    """A quantity, with two decimals."""
    SCORE = "score"
    """From 0 to 1, higher is better; with three decimals."""
    DIFFERENCE = "difference"
    """The difference of two scores, with sign."""
    SHARE = "share"
    """From 0 to 1, neither good nor bad; as a percentage."""
    SECONDS = "seconds"
    COST = "cost"
    """US dollars."""


class Column(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One column. ``key`` is its name in rows and files."""

    key: str
    title: str
    kind: Kind = Kind.TEXT
    definition: str = ""
    """Its meaning in one sentence, shown as a tooltip."""
    low: str = ""
    high: str = ""
    """The keys of the bounds of its 95 % interval, if it has one."""
    link: str = ""
    """The key of the address that its cells link to, if they do."""
    shown: bool = True
    """Whether the report shows it. Files have all columns."""
    whole: bool = False
    """Whether long texts are shown whole, such as commands to copy."""
    prose: bool = False
    """Whether it has sentences, which are shown whole in several lines."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that belong together. ``name`` is the name of its files."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    """Many rows are read from a temporary file each time."""
    note: str = ""
    shown: bool = True
    """Whether the report shows it. Otherwise only its files have it."""

    def column(self, key: str) -> Column:
        """Return the column with that key."""
        return next(column for column in self.columns if column.key == key)


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing of a table: a Vega-Lite specification without data and colours."""

    name: str
    title: str
    table: str
    """The table with the data."""
    spec: dict[str, Any]
    caption: str = ""
    suite: str = ""
    """The suite whose rows it draws, if the study has several."""
    runs: tuple[str, ...] = ()
    with_published: bool = True
    """With a suite: the runs of it, and whether published models are drawn beside them."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A section of the report."""

    name: str
    title: str
    intro: str = ""
    points: tuple[str, ...] = ()
    """Sentences, shown as a list."""
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a report."""

    title: str
    created: datetime
    sections: tuple[Section, ...]
    settings: dict[str, str] = {}
    """How it was made: profile, thresholds, encoder, versions, seed."""
    warnings: tuple[str, ...] = ()
    """What readers must know first, such as that a run was changed."""

    def tables(self) -> dict[str, Table]:
        """Return all tables by name."""
        return {table.name: table for section in self.sections for table in section.tables}
