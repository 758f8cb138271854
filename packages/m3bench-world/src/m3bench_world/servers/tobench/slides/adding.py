"""Adding text boxes, pictures, tables, charts and drawn shapes to slides."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_range, load_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_cells, check_colour, check_words, repacked
from m3bench_world.servers.tobench.slides.files import check_box, edited, in_box, set_font, slide_at
from m3bench_world.servers.tobench.slides.server import Deck, Height, Left, Slide, Top, Width, server

Cell = str | int | float | bool | None
MOST_SERIES, MOST_CATEGORIES = 12, 60
_CHARTS = {"bar": "BAR_CLUSTERED", "column": "COLUMN_CLUSTERED", "line": "LINE_MARKERS", "pie": "PIE"}
_SHAPES = {
    "rectangle": "RECTANGLE", "rounded rectangle": "ROUNDED_RECTANGLE", "ellipse": "OVAL",
    "arrow": "RIGHT_ARROW",    "triangle": "ISOSCELES_TRIANGLE", "star": "STAR_5_POINT",
}  # fmt: skip


@server.tool(read_only=False)
def add_text_box(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    text: Annotated[str, about("The text; each line is a paragraph.")],
    left_cm: Left,
    top_cm: Top,
    width_cm: Width,
    height_cm: Height,
    size: Annotated[float, about("Font size in points, from 1 to 400.")] = 18.0,
) -> Answer:
    """Add a text box that wraps its text. It does not grow: text that is too long runs over its lower edge.
    Returns its id and place."""
    words, box = check_words(text, "text"), check_box(left_cm, top_cm, width_cm, height_cm)
    check_range(size, "size", 1, 400)
    with edited(context, path) as deck:
        shape = slide_at(deck, slide).shapes.add_textbox(*box)
        shape.text_frame.word_wrap = True
        shape.text_frame.text = words
        for run in (run for paragraph in shape.text_frame.paragraphs for run in paragraph.runs):
            set_font(run.font, {"size": size})
        data = in_box(shape)
    return Answer({"path": path, "slide": slide, **data})


@server.tool(read_only=False)
def add_picture(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    picture: Annotated[str, about("The picture in the workspace, such as 'chart.png'.")],
    left_cm: Left,
    top_cm: Top,
    width_cm: Annotated[float | None, about("Width in cm; by default it follows from the height.")] = None,
    height_cm: Annotated[float | None, about("Height in cm; by default it follows from the width.")] = None,
) -> Answer:
    """Add a picture. With only a width or a height, it keeps its proportions; with neither, it is 10 cm wide.
    Returns its id and place."""
    image = load_picture(context.files, picture, "picture")
    wide, high = _size(image.width / image.height, width_cm, height_cm)
    box = check_box(left_cm, top_cm, wide, high)
    encoded = io.BytesIO()
    image.save(encoded, "PNG")
    with edited(context, path) as deck:
        data = in_box(slide_at(deck, slide).shapes.add_picture(encoded, *box))
    return Answer({"path": path, "slide": slide, **data})


@server.tool(read_only=False)
def add_table(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    rows: Annotated[tuple[tuple[Cell, ...], ...], about("The rows of cells, with the heading row first.")],
    left_cm: Left,
    top_cm: Top,
    width_cm: Width,
    height_cm: Height,
    size: Annotated[float, about("Font size in points, from 1 to 100.")] = 14.0,
) -> Answer:
    """Add a table of at most 40 rows and 12 columns. Rows grow with their text when the slide is shown, so
    the table may become higher than given. Returns its id and place."""
    cells, box = check_cells(rows), check_box(left_cm, top_cm, width_cm, height_cm)
    check_range(size, "size", 1, 100)
    if len(cells) > 40 or len(cells[0]) > 12:
        raise BadArgument("rows", "a table on a slide has at most 40 rows and 12 columns")
    with edited(context, path) as deck:
        shape = slide_at(deck, slide).shapes.add_table(len(cells), len(cells[0]), *box)
        for index, texts in enumerate(cells):
            for column, text in enumerate(texts):
                fill_cell(shape.table.cell(index, column), text, {"size": size})
        data = in_box(shape)
    return Answer({"path": path, "slide": slide, "rows": len(cells), "columns": len(cells[0]), **data})


@server.tool(read_only=False)
def add_chart(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    kind: Annotated[Literal["bar", "column", "line", "pie"], about("bar, column, line or pie.")],
    categories: Annotated[tuple[str, ...], about("The names along the axis, or of the slices.")],
    series: Annotated[
        dict[str, tuple[float, ...]], about("Name and values of each series, such as {'2025': [1, 2]}.")
    ],
    left_cm: Left,
    top_cm: Top,
    width_cm: Width,
    height_cm: Height,
    title: Annotated[str, about("Title of the chart; none by default.")] = "",
) -> Answer:
    """Add a chart with its data, which stays editable. Every series has a value for each category. Returns
    its id and place."""
    names, values = _data(categories, series, kind)
    box, heading = (
        check_box(left_cm, top_cm, width_cm, height_cm),
        check_words(title, "title", empty=True, most=300),
    )
    with edited(context, path) as deck:
        data = import_module("pptx.chart.data").CategoryChartData()
        data.categories = names
        for name, numbers in values.items():
            data.add_series(name, numbers)
        code = import_module("pptx.enum.chart").XL_CHART_TYPE[_CHARTS[kind]]
        shape = slide_at(deck, slide).shapes.add_chart(code, *box, data)
        _dress(shape.chart, heading, len(values) > 1 or kind == "pie")
        shown = in_box(shape)
    return Answer({"path": path, "slide": slide, "chart": kind, "series": len(values), **shown})


@server.tool(read_only=False)
def add_shape(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    kind: Annotated[
        Literal["rectangle", "rounded rectangle", "ellipse", "arrow", "triangle", "star"],
        about("What to draw."),
    ],
    left_cm: Left,
    top_cm: Top,
    width_cm: Width,
    height_cm: Height,
    text: Annotated[str, about("A text in it; none by default.")] = "",
    fill: Annotated[str | None, about("Fill colour, such as '#1f5aa6'.")] = None,
) -> Answer:
    """Draw a shape, with or without a text in it. Returns its id and place."""
    words, box = check_words(text, "text", empty=True), check_box(left_cm, top_cm, width_cm, height_cm)
    rgb = None if fill is None else check_colour(fill, "fill")
    with edited(context, path) as deck:
        code = import_module("pptx.enum.shapes").MSO_SHAPE[_SHAPES[kind]]
        shape = slide_at(deck, slide).shapes.add_shape(code, *box)
        shape.text_frame.text = words
        if rgb is not None:
            shape.fill.solid()
            shape.fill.fore_color.rgb = import_module("pptx.dml.color").RGBColor.from_string(rgb)
        data = in_box(shape)
    return Answer({"path": path, "slide": slide, **data})


def fill_cell(cell: Any, text: str, wanted: dict[str, Any]) -> None:
    """Give a cell of a table a text with a font."""
    cell.text_frame.text = text
    for run in (run for paragraph in cell.text_frame.paragraphs for run in paragraph.runs):
        set_font(run.font, wanted)


def _size(proportion: float, width: float | None, height: float | None) -> tuple[float, float]:
    if width is not None and height is not None:
        return width, height
    if height is not None:
        return height * proportion, height
    wide = 10.0 if width is None else width
    return wide, wide / proportion


def _data(
    categories: tuple[str, ...], series: dict[str, tuple[float, ...]], kind: str
) -> tuple[list[str], dict[str, tuple[float, ...]]]:
    if not 1 <= len(categories) <= MOST_CATEGORIES or not 1 <= len(series) <= MOST_SERIES:
        raise BadArgument(
            "series", f"a chart has 1 to {MOST_CATEGORIES} categories and 1 to {MOST_SERIES} series"
        )
    if kind == "pie" and len(series) > 1:
        raise BadArgument("series", "a pie chart has one series")
    for name, values in series.items():
        if len(values) != len(categories):
            raise BadArgument(
                "series", f"'{name[:60]}' has {len(values)} values for {len(categories)} categories"
            )
        for value in values:
            check_range(value, "series", -1e15, 1e15)
    names = [check_words(category, "categories", most=200) for category in categories]
    return names, {check_words(name, "series", most=200): values for name, values in series.items()}


def _dress(chart: Any, title: str, legend: bool) -> None:
    chart.has_title = bool(title.strip())
    if title.strip():
        chart.chart_title.text_frame.text = title
    chart.has_legend = legend
    if legend:
        chart.legend.include_in_layout = False
    # The embedded workbook says when it was made.
    book = chart.part.chart_workbook.xlsx_part
    book._blob = repacked(book.blob, undated=True)
