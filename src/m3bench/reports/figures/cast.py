"""Who is in the figures: runs keep their colour, shape and dash in all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

import msgspec

from m3bench.reports.figures.palette import SERIES, series
from m3bench.reports.figures.words import drawable
from m3bench.reports.study import Table

Tables = Mapping[str, Table]
Spec = dict[str, Any]

_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2])


class Cast(msgspec.Struct, frozen=True):
    """The runs of a study, in the order of the leaderboard."""

    own: tuple[str, ...]

    @classmethod
    def of(cls, tables: Tables) -> Cast:
        board = tables.get("leaderboard")
        rows = board.rows if board else ()
        return cls(tuple(drawable(str(row["run"])) for row in rows if not row.get("published")))

    def colour(self) -> Spec:
        return self._channel([series(place) for place, _ in enumerate(self.own)])

    def shape(self) -> Spec:
        """Shifted with every round of the colours, so that no two runs look the same."""
        places = [place + place // SERIES for place, _ in enumerate(self.own)]
        return self._channel([_SHAPES[place % len(_SHAPES)] for place in places])

    def dash(self) -> Spec:
        """Another with every round of the colours; the legend has the shapes."""
        dashes = [_DASHES[place // SERIES % len(_DASHES)] for place, _ in enumerate(self.own)]
        return {**self._channel(dashes), "legend": None}

    def _channel(self, values: list[Any]) -> Spec:
        return {
            "field": "run",
            "type": "nominal",
            "scale": {"domain": list(self.own), "range": values},
            "legend": {"title": None, "orient": "bottom", "columns": 4, "symbolStrokeWidth": 0},
        }


def has(table: Table | None, *keys: str) -> TypeGuard[Table]:
    """Whether the table is there and has something to draw in each of these columns."""
    return table is not None and all(any(row.get(key) is not None for row in table.rows) for key in keys)


def most(table: Table, key: str) -> float:
    """The greatest value of a column, or 0."""
    return max(
        (float(value) for row in table.rows if isinstance(value := row.get(key), int | float)), default=0
    )


def hint(text: str) -> Spec:
    """What a mark says of itself, to be read aloud and to be shown beside the pointer."""
    return {"calculate": text, "as": "hint"}


HINT: Spec = {"field": "hint", "type": "nominal"}
