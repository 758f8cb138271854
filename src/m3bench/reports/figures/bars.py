"""Bar charts: outcomes, origins of arguments, budgets."""

from __future__ import annotations

import json

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.heatmaps import down
from m3bench.reports.figures.palette import PALE, named
from m3bench.reports.figures.styles import RunStyles, Spec
from m3bench.reports.study import Figure, Table

_WIDTH = 620
_LABELLED_FROM = 0.07
_SHORT = "datum.value < 1000 ? format(datum.value, '~g') : format(datum.value, '~s')"


def stacked(
    styles: RunStyles, *, part: str, share: str, parts: dict[str, str], transform: list[Spec]
) -> Spec:
    """Return a stacked bar of shares per run. ``parts`` maps parts to colours, in order; large ones are
    labelled."""
    order = f"indexof({json.dumps(list(parts))}, datum['{part}'])"
    axis = {"format": ".0%", "title": None}
    x = vega.quantity(share, stack="zero", scale=vega.SCORE_SCALE, axis=axis)
    colours = {"domain": list(parts), "range": [named(colour) for colour in parts.values()]}
    pale = [name for name, colour in parts.items() if colour in PALE]
    legend = {"title": None, "orient": "bottom", "columns": 5}
    bar = {"color": vega.category(part, scale=colours, legend=legend), "description": vega.HINT}
    tooltip = f"datum.run + ', ' + datum['{part}'] + ': ' + format(datum['{share}'], '.1%')"
    return {
        "width": _WIDTH,
        "height": {"step": 24},
        "transform": [*transform, {"calculate": order, "as": "place"}, vega.hint(tooltip)],
        "encoding": {"y": down("run", list(styles.own)), "x": x, "order": vega.quantity("place")},
        "layer": [
            vega.marks("bar", bar, stroke=named("card"), strokeWidth=1.5),
            _share_labels(part, share, x, pale),
        ],
    }


def small_bars(styles: RunStyles, keys: dict[str, str]) -> Spec:
    """Return one bar chart per column, each with its own scale."""
    panels = [_panel(styles, key, title, first=not index) for index, (key, title) in enumerate(keys.items())]
    return {"hconcat": panels, "spacing": 18}


def figure(table: Table, spec: Spec, title: str, caption: str = "", name: str = "") -> Figure:
    return Figure(name=name or table.name, title=title, table=table.name, spec=spec, caption=caption)


def _panel(styles: RunStyles, key: str, title: str, *, first: bool) -> Spec:
    y = down("run", list(styles.own))
    y |= {"scale": {"domain": list(styles.own)}, "axis": y["axis"] if first else None}
    return {
        "title": {"text": title, "fontSize": 11, "fontWeight": "normal", "color": named("quiet")},
        "width": 130,
        "height": {"step": 18},
        "transform": [
            {"filter": f"isValid(datum['{key}'])"},
            vega.hint(f"datum.run + ', {title}: ' + format(datum['{key}'], ',.4~g')"),
        ],
        "mark": {"type": "bar", "height": {"band": 0.65}, "color": named("series-1")},
        "encoding": {
            "y": y,
            "x": vega.quantity(key, axis={"title": None, "tickCount": 3, "labelExpr": _SHORT}),
            "description": vega.HINT,
        },
    }


def _share_labels(part: str, share: str, x: Spec, pale: list[str]) -> Spec:
    enough = {"test": f"datum['{share}'] >= {_LABELLED_FROM}", "field": share, "format": ".0%"}
    on_pale = f"indexof({json.dumps(pale)}, datum['{part}']) >= 0"
    label = {
        "x": {**x, "bandPosition": 0.5},
        "detail": {"field": part},
        "text": {"condition": enough, "value": ""},
        "color": vega.either(on_pale, named("ink-pale"), named("ink-high")),
    }
    return vega.marks("text", label, fontSize=9, aria=False)
