"""The formatting of paragraphs: styles, fonts, colours, alignment, spacing."""

from __future__ import annotations

import copy
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_colour, check_number, check_words
from m3bench_world.servers.tobench.word.documents import edited, require_style
from m3bench_world.servers.tobench.word.server import Document, Paragraph, server

Alignment = Literal["left", "center", "right", "justify"]
_PT = 12_700


@server.tool(read_only=False)
def format_paragraphs(
    context: ToolContext,
    path: Document,
    first: Paragraph,
    last: Annotated[int | None, about("The last paragraph to format; by default only the first.")] = None,
    style: Annotated[str | None, about("Name of a paragraph style, such as 'Heading 2'.")] = None,
    alignment: Annotated[Alignment | None, about("left, center, right or justify.")] = None,
    space_before: Annotated[float | None, about("Space above, in points.")] = None,
    space_after: Annotated[float | None, about("Space below, in points.")] = None,
    line_spacing: Annotated[float | None, about("In lines: 1 is single, 1.5, 2 is double.")] = None,
) -> Answer:
    """Set the style, alignment or spacing of paragraphs. What is not given stays. Returns what was set."""
    sizes = [
        (space_before, "space_before", 500),
        (space_after, "space_after", 500),
        (line_spacing, "line_spacing", 20),
    ]
    for value, name, most in sizes:
        if value is not None:
            check_range(value, name, 0, most)
    given = {
        "style": style, "alignment": alignment, "space_before": space_before, "space_after": space_after,
        "line_spacing": line_spacing,
    }  # fmt: skip
    wanted = {name: value for name, value in given.items() if value is not None}
    _require_some(wanted)
    with edited(context, path) as document:
        chosen = _chosen(document, first, last)
        if style is not None:
            wanted["style"] = require_style(document, style)
        for paragraph in chosen:
            _set_paragraph(paragraph, wanted)
    return Answer({"path": path, "paragraphs": len(chosen), **wanted})


@server.tool(read_only=False)
def format_text(
    context: ToolContext,
    path: Document,
    first: Paragraph,
    last: Annotated[int | None, about("The last paragraph to format; by default only the first.")] = None,
    text: Annotated[str | None, about("Only this text within them; by default all of it.")] = None,
    font: Annotated[str | None, about("Name of a font, such as 'Georgia'.")] = None,
    size: Annotated[float | None, about("In points, from 1 to 400.")] = None,
    color: Annotated[str | None, about("As '#1f5aa6'.")] = None,
    bold: Annotated[bool | None, about("Whether it is bold.")] = None,
    italic: Annotated[bool | None, about("Whether it is italic.")] = None,
    underline: Annotated[bool | None, about("Whether it is underlined.")] = None,
) -> Answer:
    """Set font, size, colour, bold, italic or underline of letters. What is not given stays. Returns what was
    set and in how many paragraphs."""
    given = {
        "font": font,
        "size": size,
        "color": color,
        "bold": bold,
        "italic": italic,
        "underline": underline,
    }
    wanted = {name: value for name, value in given.items() if value is not None}
    _require_some(wanted)
    if font is not None:
        wanted["font"] = check_words(font, "font", most=100).strip()
    if color is not None:
        wanted["color"] = f"#{check_colour(color, 'color').lower()}"
    if size is not None:
        check_range(size, "size", 1, 400)
    with edited(context, path) as document:
        chosen = _chosen(document, first, last)
        changed = sum(_set_letters(run, text, wanted) for run in chosen)
        if not changed:
            raise BadArgument("text", "it does not occur in these paragraphs, or they have no text")
    return Answer({"path": path, "paragraphs": changed, **wanted})


def set_font(font: Any, wanted: dict[str, Any]) -> None:
    """Set properties of a run, of python-docx or python-pptx."""
    for name, value in wanted.items():
        if name == "font":
            font.name = value
        elif name == "size":
            font.size = round(value * _PT)
        elif name == "color":
            font.color.rgb = import_module("docx.shared").RGBColor.from_string(value[1:].upper())
        else:
            setattr(font, name, value)


def _require_some(wanted: dict[str, Any]) -> None:
    if not wanted:
        raise BadArgument("path", "nothing to set was given; pass at least one property, such as bold")


def _chosen(document: Any, first: int, last: int | None) -> list[Any]:
    paragraphs = document.paragraphs
    start = check_number(first, "first", len(paragraphs), "paragraph")
    end = check_number(start if last is None else last, "last", len(paragraphs), "paragraph")
    if end < start:
        raise BadArgument("last", f"{end} is before the first, {start}")
    return list(paragraphs[start - 1 : end])


def _set_paragraph(paragraph: Any, wanted: dict[str, Any]) -> None:
    layout = paragraph.paragraph_format
    for name, value in wanted.items():
        if name == "style":
            paragraph.style = value
        elif name == "alignment":
            paragraph.alignment = import_module("docx.enum.text").WD_ALIGN_PARAGRAPH[value.upper()]
        elif name == "line_spacing":
            layout.line_spacing = float(value)
        else:
            setattr(layout, name, round(value * _PT))


def _set_letters(paragraph: Any, text: str | None, wanted: dict[str, Any]) -> bool:
    """Format all runs of a paragraph, or only those with a text; runs are divided where it begins and
    ends."""
    runs = paragraph.runs
    if text is not None:
        start = "".join(run.text for run in runs).find(text) if text else -1
        if start < 0:
            return False
        runs = _divided(runs, start, start + len(text))
    for run in runs:
        set_font(run.font, wanted)
    return bool(runs)


def _divided(runs: list[Any], left: int, right: int) -> list[Any]:
    """Return the runs that have exactly the letters from `left` to `right`."""
    from docx.text.run import Run  # noqa: PLC0415 - heavy

    inside, start = [], 0
    for run in runs:
        letters = run.text
        cuts = sorted({0, len(letters), *(min(max(cut - start, 0), len(letters)) for cut in (left, right))})
        pieces = [(begin, letters[begin:end]) for begin, end in pairwise(cuts)]
        for begin, piece in reversed(pieces[1:]):
            more = Run(copy.deepcopy(run._r), run._parent)
            more.text = piece
            run._r.addnext(more._r)
            if left <= start + begin < right:
                inside.append(more)
        if len(pieces) > 1:
            run.text = pieces[0][1]
        if pieces and left <= start < right:
            inside.append(run)
        start += len(letters)
    return inside
