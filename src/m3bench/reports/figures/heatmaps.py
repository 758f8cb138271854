"""Heat maps with the number in each cell."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.palette import SHADES, named, shades
from m3bench.reports.figures.styles import RunStyles, Spec, Tables
from m3bench.reports.study import Figure, Table

_DARK_FROM = 4
_STEPS = (40, 21)


class HeatMap(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is drawn as a grid with one column per run, if it has the values."""

    name: str
    title: str
    table: str
    needs: tuple[str, ...]
    """The columns that must have values."""
    row: str
    """The column with the names of the rows."""
    order: Callable[[Tables], list[str]] | None = None
    """Returns the rows in order, if not in that of the table."""
    value: str
    """The column that cells are shaded by."""
    text: str
    """The expression for a cell's label."""
    transform: tuple[Spec, ...] = ()
    hint: str
    """The expression for a cell's tooltip, after the name of the run."""
    caption: str
    is_share: bool = True
    """Whether shades are from 0 to 1, and not to the largest value."""
    ramp: str = "heat"
    padding: Spec | None = None

    def __call__(self, tables: Tables, styles: RunStyles) -> Figure | None:
        """Return the figure; None if there is no table with such values."""
        table = tables.get(self.table)
        if not vega.has(table, *self.needs):
            return None
        spec = self._spec(table, tables, styles)
        if self.padding is not None:
            spec["padding"] = self.padding
        return Figure(name=self.name, title=self.title, table=self.table, spec=spec, caption=self.caption)

    def _spec(self, table: Table, tables: Tables, styles: RunStyles) -> Spec:
        largest = 1.0 if self.is_share else vega.most(table, self.value)
        scale = {"type": "quantize", "domain": [0, largest or 1], "range": shades(self.ramp)}
        is_dark = f"datum['{self.value}'] >= {largest * _DARK_FROM / SHADES}"
        ink = vega.either(is_dark, named("ink-high"), named("ink-low"))
        fill = {"fill": vega.quantity(self.value, scale=scale, legend=None), "description": vega.HINT}
        return {
            "width": {"step": _STEPS[0]},
            "height": {"step": _STEPS[1]},
            "transform": [
                *self.transform,
                vega.hint(f"datum.run + ', ' + {self.hint}"),
                {"filter": f"isValid(datum['{self.value}'])"},
                {"calculate": self.text, "as": "cell"},
            ],
            "encoding": {
                "x": _across("run", list(styles.own)),
                "y": down(self.row, self.order(tables) if self.order else None),
            },
            "layer": [
                vega.marks("rect", fill, stroke=named("card"), strokeWidth=1.5),
                vega.marks("text", {"text": {"field": "cell"}, "color": ink}, fontSize=9, aria=False),
            ],
        }


def _across(field: str, order: list[str]) -> Spec:
    """Labels along the top, slanted to fit."""
    axis = {"orient": "top", "labelAngle": -45, "labelLimit": 150, "title": None, "labelAlign": "left"}
    return vega.category(field, sort=order, axis=axis)


def down(field: str, order: list[str] | None = None) -> Spec:
    """Labels along the side, in this order, or in the table's."""
    return vega.category(field, sort=order, axis={"labelLimit": 230, "title": None})
