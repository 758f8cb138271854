"""Visual styles of runs: each keeps its colour, shape and dash in all figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

import msgspec

from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.palette import SERIES, named, series
from m3bench.reports.study import Table

Tables = Mapping[str, Table]
Spec = dict[str, Any]

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2])


class RunStyles(msgspec.Struct, frozen=True):
    """The runs of a study, in leaderboard order."""

    own: tuple[str, ...]

    @classmethod
    def of(cls, tables: Tables) -> RunStyles:
        board = tables.get("leaderboard")
        rows = board.rows if board else ()
        return cls(tuple(drawable(str(row["run"])) for row in rows if not row.get("published")))

    def colour(self) -> Spec:
        return self._channel([series(index) for index, _ in enumerate(self.own)])

    def shape(self) -> Spec:
        """Shapes change each time the colours repeat, so that no two runs look the same."""
        indexes = [index + index // SERIES for index, _ in enumerate(self.own)]
        return self._channel([SHAPES[index_of_shape % len(SHAPES)] for index_of_shape in indexes])

    def dash(self) -> Spec:
        """Dashes change each time the colours repeat. The legend shows shapes."""
        dashes = [_DASHES[index // SERIES % len(_DASHES)] for index, _ in enumerate(self.own)]
        return {**self._channel(dashes), "legend": None}

    def curves(self, size: int, where: str = "") -> list[Spec]:
        """Return a line and its points for each run."""
        line = {"color": self.colour(), "strokeDash": self.dash(), "description": {"field": "run"}}
        points = {"color": self.colour(), "shape": self.shape(), "description": HINT}
        return [
            marks("line", line, where=where, strokeWidth=1.8),
            marks("point", points, where=where, size=size),
        ]

    def _channel(self, values: list[Any]) -> Spec:
        return {
            "field": "run",
            "type": "nominal",
            "scale": {"domain": list(self.own), "range": values},
            "legend": {"title": None, "orient": "bottom", "columns": 4, "symbolStrokeWidth": 0},
        }


def quantity(field: str, **options: Any) -> Spec:
    """Return a channel for numbers."""
    return {"field": field, "type": "quantitative", **options}


def category(field: str, kind: str = "nominal", **options: Any) -> Spec:
    """Return a channel for names, which may be ``ordinal``."""
    return {"field": field, "type": kind, **options}


def marks(kind: str, encoding: Spec, *, where: str = "", **options: Any) -> Spec:
    """Return a layer of marks, one for each row that meets the condition `where`."""
    chosen = {"transform": [{"filter": where}]} if where else {}
    return {**chosen, "mark": {"type": kind, **options}, "encoding": encoding}


def either(test: str, value: str, otherwise: str) -> Spec:
    """Return a channel with one of two values."""
    return {"condition": {"test": test, "value": value}, "value": otherwise}


def published_lines(field: str) -> Spec:
    """Return thin grey lines of published models, by the field with their names."""
    encoding = {"detail": {"field": field}, "description": {"field": field}}
    grey = named("published")
    return marks("line", encoding, where="datum.published", strokeWidth=1, opacity=0.55, color=grey)


def has(table: Table | None, *keys: str) -> TypeGuard[Table]:
    """Return whether the table exists and has values in each of these columns."""
    return table is not None and all(any(row.get(key) is not None for row in table.rows) for key in keys)


def most(table: Table, key: str) -> float:
    """Return the largest value of a column, or 0."""
    return max(
        (float(value) for row in table.rows if isinstance(value := row.get(key), int | float)), default=0
    )


def hint(text: str) -> Spec:
    """Return the tooltip and accessible description of a mark."""
    return {"calculate": text, "as": "hint"}


HINT = category("hint")
SCORE_SCALE: Spec = {"domain": [0, 1]}
