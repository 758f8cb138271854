"""Tables before they are drawn, and charts that were drawn."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Any

from m3bench.core import Look, local_path
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.charts.specs import Spec, spec_path, with_colours, write_chart
from m3bench_world.servers.tobench.charts.tables import read_rows
from m3bench_world.servers.tobench.charts.tools import AxisTitle, Colors, DataPath, SheetName, Title, server
from m3bench_world.servers.tobench.rendering_support import read_spec

_SHOWN = 10
_MOST_SHOWN_COLUMNS = 30

ChartPath = Annotated[str, about("Chart made here (.png, .svg), or its specification (.vl.json).")]


@server.tool
def preview_table(context: ToolContext, data_path: DataPath, sheet: SheetName = "") -> Answer:
    """Show the columns of a table file, how many rows it has, and its first 10 rows, as the chart tools
    read them."""
    rows = read_rows(context.files, data_path, None, sheet)
    columns = list(dict.fromkeys(key for row in rows for key in row))[:_MOST_SHOWN_COLUMNS]
    shown = [{key: row.get(key) for key in columns} for row in rows[:_SHOWN]]
    relative = context.files.relative(context.files.inside(local_path(data_path), "data_path"))
    return Answer(
        {"path": relative, "columns": columns, "row_count": len(rows), "rows": shown},
        looked=(Look(relative, "structure"),),
    )


@server.tool
def describe_chart(context: ToolContext, path: ChartPath) -> Answer:
    """Describe a chart from its specification: kind, title, size, what is on which axis, and the first 10 of
    its rows. Does not show the picture."""
    place, spec = _opened(context, path)
    values = _values(spec)
    encoding = spec.get("encoding")
    axes = {
        channel: {key: axis[key] for key in ("field", "type", "title", "aggregate") if key in axis}
        for channel, axis in (encoding.items() if isinstance(encoding, dict) else ())
        if isinstance(axis, dict)
    }
    mark = spec.get("mark")
    return Answer(
        {
            "specification": place,
            "mark": mark.get("type") if isinstance(mark, dict) else mark,
            "title": str(spec.get("title", ""))[:300],
            "width": spec.get("width"),
            "height": spec.get("height"),
            "axes": dict(list(axes.items())[:20]),
            "row_count": len(values),
            "rows": values[:_SHOWN],
        },
        looked=(Look(place, "structure"),),
    )


@server.tool(read_only=False)
def restyle_chart(
    context: ToolContext,
    path: ChartPath,
    output_path: Annotated[str, about("Where to write it; ends in .png or .svg.")],
    title: Title = "",
    x_title: AxisTitle = "",
    y_title: AxisTitle = "",
    width: Annotated[int, about("New width in pixels, from 50 to 2000; 0 keeps it.")] = 0,
    height: Annotated[int, about("New height in pixels, from 50 to 2000; 0 keeps it.")] = 0,
    colors: Colors = None,
) -> Answer:
    """Draw a chart again with another title, axis titles, size or colours; what is not given stays. Writes
    the picture and its specification, and shows it. The data stays the same."""
    _, spec = _opened(context, path)
    changed = with_colours(dict(spec), colors or [])
    if title:
        changed["title"] = title[:200]
    for name, side in (("width", width), ("height", height)):
        if side:
            changed[name] = int(check_range(side, name, 50, 2_000))
    old = spec.get("encoding")
    encoding: Spec = dict(old) if isinstance(old, dict) else {}
    for channel, words in (("x", x_title), ("y", y_title)):
        if words and isinstance(encoding.get(channel), dict):
            encoding[channel] = {**encoding[channel], "title": words[:200]}
    return write_chart(context, {**changed, "encoding": encoding}, output_path)


def _opened(context: ToolContext, path: str) -> tuple[str, Spec]:
    """Return the path of a chart's specification, and the specification."""
    path = local_path(path)
    if not PurePosixPath(path).name:
        raise BadArgument("path", "it names no file; pass the path of a chart")
    place = path if path.lower().endswith(".json") else spec_path(path)
    spec = read_spec(context.files, place)
    if not isinstance(_values(spec), list) or "mark" not in spec:
        raise BadArgument("path", f"'{place[:80]}' is no chart of this server: it has no mark or no data")
    return context.files.relative(context.files.inside(place)), spec


def _values(spec: Spec) -> Any:
    data = spec.get("data")
    return data.get("values") if isinstance(data, dict) else None
