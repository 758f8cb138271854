"""Drawing charts."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, Proof, Server, about, check_choice, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.charts.specs import Spec, field_name, new_spec, write_chart
from m3bench_world.servers.tobench.charts.tables import column, read_rows

server = Server(
    "charts",
    "Draw bar, line, pie and scatter charts and histograms from tables, as PNG or SVG.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof(
        "bar_chart",
        {"output_path": "chart.png", "x": "a", "y": "b", "rows": [{"a": "x", "b": 1}, {"a": "y", "b": 2}]},
    ),
    uses_world=False,
)

OutputPath = Annotated[str, about("Where to write the chart in the workspace; ends in .png or .svg.")]
DataPath = Annotated[str, about("Table in the workspace (.csv, .tsv or .xlsx, headings in the first row).")]
Rows = Annotated[list[dict[str, Any]] | None, about("Rows as objects by column, instead of a table file.")]
SheetName = Annotated[str, about("Sheet of the Excel file; the first by default.")]
Title = Annotated[str, about("Title above the chart.")]
AxisTitle = Annotated[str, about("Title of the axis; the column's name by default.")]
Group = Annotated[str, about("Column whose values get a colour each, with a legend.")]
Width = Annotated[int, about("Width of the plot in pixels, from 50 to 2000.")]
Height = Annotated[int, about("Height of the plot in pixels, from 50 to 2000.")]
Colors = Annotated[
    list[str] | None, about("Colours such as '#1f77b4' or 'orange': for marks, or one a group.")
]


def _axis(name: str, kind: str, title: str) -> Spec:
    return {"field": field_name(name), "type": kind, "title": (title or name)[:200]}


def _picked(rows: list[dict[str, Any]], **columns: tuple[str, bool]) -> list[dict[str, Any]]:
    """Return the rows with the used columns only: for each argument its column, and whether of numbers."""
    values = {
        name: column(rows, name, argument, numbers=numbers)
        for argument, (name, numbers) in columns.items()
        if name
    }
    return [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]


@server.tool(read_only=False)
def bar_chart(
    context: ToolContext,
    output_path: OutputPath,
    x: Annotated[str, about("Column with the names of the bars.")],
    y: Annotated[str, about("Column with the lengths of the bars.")],
    data_path: DataPath = "",
    rows: Rows = None,
    sheet: SheetName = "",
    group: Group = "",
    horizontal: Annotated[bool, about("Bars from left to right.")] = False,
    title: Title = "",
    x_title: AxisTitle = "",
    y_title: AxisTitle = "",
    width: Width = 480,
    height: Height = 300,
    colors: Colors = None,
) -> Answer:
    """Draw a bar chart, one bar for each row in the order of the table. Writes the picture and its Vega-Lite
    specification (.vl.json) beside it, and shows the chart. At most 2000 rows."""
    found = _picked(
        read_rows(context.files, data_path, rows, sheet), x=(x, False), y=(y, True), group=(group, False)
    )
    names, lengths = _axis(x, "nominal", x_title) | {"sort": None}, _axis(y, "quantitative", y_title)
    encoding: Spec = {"x": lengths, "y": names} if horizontal else {"x": names, "y": lengths}
    if group:
        encoding["color"] = _axis(group, "nominal", "")
    spec = new_spec("bar", found, encoding, title, (width, height), colors or [])
    return write_chart(context, spec, output_path)


@server.tool(read_only=False)
def line_chart(
    context: ToolContext,
    output_path: OutputPath,
    x: Annotated[str, about("Column along the line: names, numbers or dates (YYYY-MM-DD).")],
    y: Annotated[str, about("Column with the numbers.")],
    x_kind: Annotated[str, about("What the x column holds: 'names', 'numbers' or 'dates'.")] = "names",
    data_path: DataPath = "",
    rows: Rows = None,
    sheet: SheetName = "",
    group: Group = "",
    points: Annotated[bool, about("Mark each row with a point.")] = True,
    title: Title = "",
    x_title: AxisTitle = "",
    y_title: AxisTitle = "",
    width: Width = 480,
    height: Height = 300,
    colors: Colors = None,
) -> Answer:
    """Draw a line chart, with one line for each group. Writes the picture and its Vega-Lite specification
    (.vl.json) beside it, and shows the chart. At most 2000 rows."""
    kinds = {"names": "ordinal", "numbers": "quantitative", "dates": "temporal"}
    kind = kinds[check_choice(x_kind, "x_kind", tuple(kinds))]
    read = read_rows(context.files, data_path, rows, sheet)
    found = _picked(read, x=(x, kind == "quantitative"), y=(y, True), group=(group, False))
    along = _axis(x, kind, x_title) | ({"sort": None} if kind == "ordinal" else {})
    encoding: Spec = {"x": along, "y": _axis(y, "quantitative", y_title)}
    if group:
        encoding["color"] = _axis(group, "nominal", "")
    mark = {"type": "line", "point": points}
    return write_chart(
        context, new_spec(mark, found, encoding, title, (width, height), colors or []), output_path
    )


@server.tool(read_only=False)
def pie_chart(
    context: ToolContext,
    output_path: OutputPath,
    names: Annotated[str, about("Column with the names of the slices.")],
    values: Annotated[str, about("Column with their sizes; none below 0.")],
    data_path: DataPath = "",
    rows: Rows = None,
    sheet: SheetName = "",
    donut: Annotated[bool, about("Leave a hole in the middle.")] = False,
    title: Title = "",
    width: Width = 300,
    height: Height = 300,
    colors: Colors = None,
) -> Answer:
    """Draw a pie or donut chart with a legend, one slice for each row. Writes the picture and its Vega-Lite
    specification (.vl.json) beside it, and shows the chart."""
    read = read_rows(context.files, data_path, rows, sheet)
    found = _picked(read, names=(names, False), values=(values, True))
    for row in found:
        check_range(row[values], "values", 0, 1e15)
    encoding = {
        "theta": _axis(values, "quantitative", ""),
        "color": _axis(names, "nominal", "") | {"sort": None},
    }
    inner = min(width, height) / 4 if donut else 0
    mark = {"type": "arc", "innerRadius": inner}
    return write_chart(
        context, new_spec(mark, found, encoding, title, (width, height), colors or []), output_path
    )


@server.tool(read_only=False)
def scatter_chart(
    context: ToolContext,
    output_path: OutputPath,
    x: Annotated[str, about("Column with the numbers of the x axis.")],
    y: Annotated[str, about("Column with the numbers of the y axis.")],
    data_path: DataPath = "",
    rows: Rows = None,
    sheet: SheetName = "",
    group: Group = "",
    title: Title = "",
    x_title: AxisTitle = "",
    y_title: AxisTitle = "",
    width: Width = 480,
    height: Height = 300,
    colors: Colors = None,
) -> Answer:
    """Draw a scatter chart, one point for each row. Writes the picture and its Vega-Lite specification
    (.vl.json) beside it, and shows the chart. At most 2000 rows."""
    read = read_rows(context.files, data_path, rows, sheet)
    found = _picked(read, x=(x, True), y=(y, True), group=(group, False))
    encoding = {
        "x": _axis(x, "quantitative", x_title) | {"scale": {"zero": False}},
        "y": _axis(y, "quantitative", y_title) | {"scale": {"zero": False}},
    }
    if group:
        encoding["color"] = _axis(group, "nominal", "")
    mark = {"type": "point", "filled": True}
    return write_chart(
        context, new_spec(mark, found, encoding, title, (width, height), colors or []), output_path
    )


@server.tool(read_only=False)
def histogram(
    context: ToolContext,
    output_path: OutputPath,
    values: Annotated[str, about("Column with the numbers to count.")],
    bins: Annotated[int, about("The most bars to use, from 2 to 100.")] = 10,
    data_path: DataPath = "",
    rows: Rows = None,
    sheet: SheetName = "",
    title: Title = "",
    width: Width = 480,
    height: Height = 300,
    colors: Colors = None,
) -> Answer:
    """Draw a histogram: how many rows fall into each range of a column. Writes the picture and its Vega-Lite
    specification (.vl.json) beside it, and shows the chart. At most 2000 rows."""
    found = _picked(read_rows(context.files, data_path, rows, sheet), values=(values, True))
    most = int(check_range(bins, "bins", 2, 100))
    encoding = {
        "x": _axis(values, "quantitative", "") | {"bin": {"maxbins": most}},
        "y": {"aggregate": "count", "title": "count"},
    }
    spec = new_spec("bar", found, encoding, title, (width, height), colors or [])
    return write_chart(context, spec, output_path)
