"""The tables of each suite: values of different suites are not comparable, so that a figure has one suite."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from m3bench.reports.figures.styles import Tables
from m3bench.reports.published import published_m3
from m3bench.reports.study import Figure, Row, Table

_DIGEST = 12


class SuitePart(msgspec.Struct, frozen=True):
    """The runs of one suite, or of one version of it."""

    label: str
    file_label: str
    """Of plain characters, for names of files."""
    runs: tuple[str, ...]
    with_published: bool
    """Whether the published models were measured on tasks of the same families."""

    def tables(self, tables: Tables) -> dict[str, Table]:
        """Return the tables with the rows of this suite."""
        return {name: _part(table, self.runs, self.with_published) for name, table in tables.items()}

    def name(self, figure: Figure) -> Figure:
        """Return a figure that was made from the tables of this suite, with its name."""
        return msgspec.structs.replace(
            figure,
            name=f"{figure.name}-{self.file_label}",
            suite=self.label,
            runs=self.runs,
            with_published=self.with_published,
        )


def suite_parts(tables: Tables) -> list[SuitePart]:
    """Return the suites of a study, in its order; none if the study does not say."""
    suites: dict[str, list[Row]] = {}
    for row in tables["summary"].rows if "summary" in tables else ():
        suites.setdefault(str(row.get("suite_digest")), []).append(row)
    names = [str(rows[0].get("suite")) for rows in suites.values()]
    labels = [
        name if names.count(name) == 1 else f"{name} ({digest[:_DIGEST]})"
        for name, digest in zip(names, suites, strict=True)
    ]
    parts = []
    for label, file_label, rows in zip(labels, _file_labels(labels), suites.values(), strict=True):
        runs = tuple(str(row["run"]) for row in rows)
        parts.append(SuitePart(label, file_label, runs, _has_published_families(runs, tables)))
    return parts


def table_of(figure: Figure, tables: Mapping[str, Table]) -> Table:
    """Return the table that a figure draws, with the rows that it draws."""
    table = tables[figure.table]
    return _part(table, figure.runs, figure.with_published) if figure.suite else table


def _file_labels(labels: Sequence[str]) -> list[str]:
    plain = [re.sub(r"[^a-z0-9_-]+", "-", label.lower())[:40].strip("-") for label in labels]
    return [
        label if label and plain.count(label) == 1 else f"{label}-{index}"
        for index, label in enumerate(plain, start=1)
    ]


def _has_published_families(runs: Sequence[str], tables: Tables) -> bool:
    rows = tables["families"].rows if "families" in tables else ()
    families = {row.get("family") for row in rows if row.get("run") in runs}
    return bool(families) and families <= {score.family for score in published_m3()}


def _part(table: Table, runs: Sequence[str], with_published: bool) -> Table:
    if all(column.key != "run" for column in table.columns):
        return table
    own = frozenset(runs)
    rows = [row for row in table.rows if (with_published if row.get("published") else row.get("run") in own)]
    return msgspec.structs.replace(table, rows=rows)
