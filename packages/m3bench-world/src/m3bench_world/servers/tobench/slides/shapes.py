"""Changing what is on a slide: texts, places, fonts, fills, cells."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_colour, check_number, check_words
from m3bench_world.servers.tobench.slides.files import (
    check_box,
    edited,
    in_box,
    placed,
    set_font,
    shape_at,
    slide_at,
)
from m3bench_world.servers.tobench.slides.server import Deck, Shape, Slide, server

MOST_LINES = 200


@server.tool(read_only=False)
def set_text(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    shape: Shape,
    text: Annotated[
        str, about("The new text; each line is a paragraph, a leading tab makes it subordinate.")
    ],
) -> Answer:
    """Replace the text of a placeholder, text box or drawn shape. The font of its first letters stays."""
    lines = check_words(text, "text", empty=True).split("\n")
    if len(lines) > MOST_LINES:
        raise BadArgument("text", f"a shape has at most {MOST_LINES} paragraphs")
    with edited(context, path) as deck:
        frame = _frame(shape_at(slide_at(deck, slide), shape))
        before = frame.text
        _rewrite(frame, lines)
    return Answer({"path": path, "slide": slide, "shape": shape, "before": before[:500], "after": text[:500]})


@server.tool(read_only=False)
def place_shape(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    shape: Shape,
    left_cm: Annotated[float | None, about("New distance from the left edge in cm.")] = None,
    top_cm: Annotated[float | None, about("New distance from the upper edge in cm.")] = None,
    width_cm: Annotated[float | None, about("New width in cm.")] = None,
    height_cm: Annotated[float | None, about("New height in cm.")] = None,
    order: Annotated[
        Literal["front", "back"] | None, about("Bring it to the front or send it to the back.")
    ] = None,
) -> Answer:
    """Move or resize a shape, or change whether it is in front of others. What is not given stays. Returns
    the place before and after."""
    with edited(context, path) as deck:
        found = shape_at(slide_at(deck, slide), shape)
        before = placed(found)
        given = {"left_cm": left_cm, "top_cm": top_cm, "width_cm": width_cm, "height_cm": height_cm}
        wanted = {
            **dict.fromkeys(given, 1.0),
            **before,
            **{key: each for key, each in given.items() if each is not None},
        }
        box = check_box(wanted["left_cm"], wanted["top_cm"], wanted["width_cm"], wanted["height_cm"])
        if any(value is not None for value in given.values()):
            found.left, found.top, found.width, found.height = box
        if order is not None:
            tree = found._element.getparent()
            tree.remove(found._element)
            # The first two elements of the tree describe the group itself.
            tree.append(found._element) if order == "front" else tree.insert(2, found._element)
        data = in_box(found)
    return Answer({"path": path, "slide": slide, **data, "before": before})


@server.tool(read_only=False)
def format_text(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    shape: Shape,
    paragraph: Annotated[
        int | None, about("Only this paragraph of the shape, from 1; by default all.")
    ] = None,
    font: Annotated[str | None, about("Name of a font, such as 'Georgia'.")] = None,
    size: Annotated[float | None, about("In points, from 1 to 400.")] = None,
    color: Annotated[str | None, about("As '#1f5aa6'.")] = None,
    bold: Annotated[bool | None, about("Whether it is bold.")] = None,
    italic: Annotated[bool | None, about("Whether it is italic.")] = None,
    alignment: Annotated[
        Literal["left", "center", "right", "justify"] | None, about("Alignment of the lines.")
    ] = None,
) -> Answer:
    """Set font, size, colour, bold, italic or alignment of the text of a shape, also in all cells of a table.
    What is not given stays. Returns what was set."""
    given = {"font": font, "size": size, "color": color, "bold": bold, "italic": italic}
    wanted = _checked({name: value for name, value in given.items() if value is not None})
    if not wanted and alignment is None:
        raise BadArgument("shape", "nothing to set was given; pass at least one property, such as bold")
    with edited(context, path) as deck:
        lines = _lines(shape_at(slide_at(deck, slide), shape))
        if paragraph is not None:
            lines = [lines[check_number(paragraph, "paragraph", len(lines), "paragraph") - 1]]
        for line in lines:
            if alignment is not None:
                line.alignment = import_module("pptx.enum.text").PP_ALIGN[alignment.upper()]
            for run in line.runs:
                set_font(run.font, wanted)
    shown = {**wanted, **({"alignment": alignment} if alignment else {})}
    return Answer({"path": path, "slide": slide, "shape": shape, "paragraphs": len(lines), **shown})


@server.tool(read_only=False)
def format_shape(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    shape: Shape,
    fill: Annotated[str | None, about("Fill colour such as '#ffeecc', or 'none'.")] = None,
    line: Annotated[str | None, about("Colour of the outline such as '#333333', or 'none'.")] = None,
    rotation: Annotated[float | None, about("Degrees clockwise, from -360 to 360.")] = None,
) -> Answer:
    """Set fill, outline or rotation of a text box, drawn shape or placeholder. What is not given stays."""
    colours = {
        name: "none" if value.strip().casefold() == "none" else check_colour(value, name)
        for name, value in (("fill", fill), ("line", line))
        if value is not None
    }
    if rotation is not None:
        check_range(rotation, "rotation", -360, 360)
    with edited(context, path) as deck:
        found = shape_at(slide_at(deck, slide), shape)
        for name, colour in colours.items():
            target = getattr(found, name, None)
            if target is None:
                raise BadArgument(name, f"shape {shape} has no {name}")
            _paint(target if name == "fill" else target.fill, colour)
        if rotation is not None:
            found.rotation = rotation
    return Answer({"path": path, "slide": slide, "shape": shape, **colours, "rotation": rotation})


@server.tool(read_only=False)
def set_cell(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    shape: Shape,
    row: Annotated[int, about("Row of the cell, from 1; the heading row counts.")],
    column: Annotated[int, about("Column of the cell, from 1.")],
    text: Annotated[str, about("The new text of the cell.")],
) -> Answer:
    """Set the text of a cell of a table on a slide; its font stays. Returns the text before."""
    words = check_words(text, "text", empty=True, most=2_000)
    with edited(context, path) as deck:
        found = shape_at(slide_at(deck, slide), shape)
        if not getattr(found, "has_table", False):
            raise BadArgument("shape", f"shape {shape} is not a table")
        table = found.table
        check_number(row, "row", len(table.rows), "row")
        check_number(column, "column", len(table.columns), "column")
        frame = table.cell(row - 1, column - 1).text_frame
        before = frame.text
        _rewrite(frame, words.split("\n"))
    return Answer(
        {"path": path, "slide": slide, "shape": shape, "before": before[:500], "after": words[:500]}
    )


@server.tool(read_only=False)
def delete_shape(context: ToolContext, path: Deck, slide: Slide, shape: Shape) -> Answer:
    """Delete a shape of a slide. Returns the number of shapes then."""
    with edited(context, path) as deck:
        page = slide_at(deck, slide)
        found = shape_at(page, shape)
        found._element.getparent().remove(found._element)
        left = len(page.shapes)
    return Answer({"path": path, "slide": slide, "deleted": shape, "shapes": left})


def _frame(shape: Any) -> Any:
    if not getattr(shape, "has_text_frame", False):
        raise BadArgument("shape", f"shape {shape.shape_id} has no text; set_cell changes cells of a table")
    return shape.text_frame


def _rewrite(frame: Any, lines: list[str]) -> None:
    """Replace all paragraphs; each gets the font of the first letters before."""
    runs = [run for paragraph in frame.paragraphs for run in paragraph.runs]
    font = runs[0]._r.find("{*}rPr") if runs else None
    properties = [paragraph._p.find("{*}pPr") for paragraph in frame.paragraphs]
    frame.text = lines[0].strip("\t") if lines else ""
    for line in lines[1:]:
        frame.add_paragraph().text = line.strip("\t")
    for index, (paragraph, line) in enumerate(zip(frame.paragraphs, lines, strict=False)):
        kept = properties[min(index, len(properties) - 1)] if properties else None
        _dress(paragraph, line, font, kept)


def _dress(paragraph: Any, line: str, font: Any, properties: Any) -> None:
    if properties is not None and paragraph._p.find("{*}pPr") is None:
        paragraph._p.insert(0, copy.deepcopy(properties))
    if line.startswith("\t"):
        paragraph.level = min(len(line) - len(line.lstrip("\t")), 8)
    for run in paragraph.runs if font is not None else ():
        old = run._r.find("{*}rPr")
        if old is not None:
            run._r.remove(old)
        run._r.insert(0, copy.deepcopy(font))


def _lines(shape: Any) -> list[Any]:
    """Return the paragraphs of a shape, or of all cells of a table."""
    if getattr(shape, "has_table", False):
        return [line for row in shape.table.rows for cell in row.cells for line in cell.text_frame.paragraphs]
    return list(_frame(shape).paragraphs)


def _checked(wanted: dict[str, Any]) -> dict[str, Any]:
    if "font" in wanted:
        wanted["font"] = check_words(wanted["font"], "font", most=100).strip()
    if "color" in wanted:
        wanted["color"] = f"#{check_colour(wanted['color'], 'color').lower()}"
    if "size" in wanted:
        check_range(wanted["size"], "size", 1, 400)
    return wanted


def _paint(fill: Any, colour: str) -> None:
    if colour == "none":
        fill.background()
    else:
        fill.solid()
        fill.fore_color.rgb = import_module("pptx.dml.color").RGBColor.from_string(colour)
