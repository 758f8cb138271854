"""Charts in workbooks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sheets.server import (
    Path,
    SheetName,
    bounds_of,
    column_letters,
    load,
    range_text,
    require_cells,
    save,
    server,
    sheet_of,
)

MOST_CHARTS = 50


@server.tool(read_only=False)
def add_chart(
    context: ToolContext,
    path: Path,
    kind: Annotated[Literal["column", "bar", "line", "pie", "area"], about("The kind of chart.")],
    data: Annotated[str, about("Columns of numbers with their headings in the first row, such as B1:C9.")],
    categories: Annotated[str | None, about("Names of the rows without heading, such as A2:A9.")] = None,
    title: Annotated[str, about("Title of the chart.")] = "",
    x_title: Annotated[str, about("Title of the horizontal axis.")] = "",
    y_title: Annotated[str, about("Title of the vertical axis.")] = "",
    at: Annotated[
        str | None, about("Cell of its upper left corner; by default right of the used cells.")
    ] = None,
    sheet: SheetName = None,
) -> Answer:
    """Add a chart of cells to a sheet. A pie has one column of numbers. Render the workbook to see it;
    returns where it is."""
    book = load(context, path)
    page = sheet_of(book, sheet)
    if len(page._charts) >= MOST_CHARTS:
        raise BadArgument("path", f"the sheet has {MOST_CHARTS} charts already")
    if max(map(len, (title, x_title, y_title))) > 300:
        raise BadArgument("title", "titles have at most 300 characters")
    bounds = require_cells(bounds_of(data, page, "data"), name="data")
    if bounds[3] == bounds[1] or (kind == "pie" and bounds[0] != bounds[2]) or bounds[2] - bounds[0] > 20:
        raise BadArgument(
            "data", "pass a heading and numbers below it, in one column for a pie, else in up to 20"
        )
    place = _corner(page, at)
    page.add_chart(_chart(page, kind, bounds, categories, (title, x_title, y_title)), place)
    written = save(context, book, path)
    return Answer(
        {"path": written, "sheet": page.title, "kind": kind, "data": range_text(bounds), "at": place}
    )


def _corner(page: Any, at: str | None) -> str:
    if at is None:
        return f"{column_letters(min(page.max_column + 2, 900))}2"
    left, top, _, _ = bounds_of(at, page, "at")
    return f"{column_letters(left)}{top}"


def _chart(
    page: Any,
    kind: str,
    bounds: tuple[int, int, int, int],
    categories: str | None,
    titles: tuple[str, str, str],
) -> Any:
    from openpyxl.chart import AreaChart, BarChart, LineChart, PieChart, Reference  # noqa: PLC0415 - heavy

    makers = {"column": BarChart, "bar": BarChart, "line": LineChart, "pie": PieChart, "area": AreaChart}
    chart: Any = makers[kind]()
    if kind in ("column", "bar"):
        chart.type = "col" if kind == "column" else "bar"
    chart.title = _clean(titles[0]) or None
    if kind != "pie":
        chart.x_axis.title, chart.y_axis.title = _clean(titles[1]) or None, _clean(titles[2]) or None
        chart.x_axis.delete = chart.y_axis.delete = False
    left, top, right, bottom = bounds
    chart.add_data(Reference(page, left, top, right, bottom), titles_from_data=True)
    if categories is not None:
        near = require_cells(bounds_of(categories, page, "categories"), name="categories")
        chart.set_categories(Reference(page, *near))
    return chart


def _clean(text: str) -> str:
    return "".join(letter for letter in text if letter >= " " and letter not in "\ufffe\uffff")
