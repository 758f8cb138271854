"""Reading decks: slides, shapes with their places and texts, notes."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import Look
from m3bench.servers.kit import Answer, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.slides.files import EMU, MOST_SHAPES, all_shapes, in_box, opened, slide_at
from m3bench_world.servers.tobench.slides.server import Deck, Slide, server

LONGEST_SHOWN = 1_500
_MOST_CELLS = 600


@server.tool
def list_slides(context: ToolContext, path: Deck) -> Answer:
    """The slides of a deck: number, layout, title, how many shapes, and whether there are notes; also the
    size of the slides in cm and the names of the layouts."""
    with opened(context, path) as deck:
        slides = [
            {
                "slide": number,
                "layout": slide.slide_layout.name,
                "title": _title(slide),
                "shapes": len(slide.shapes),
                "has_notes": slide.has_notes_slide and bool(slide.notes_slide.notes_text_frame.text.strip()),
            }
            for number, slide in enumerate(deck.slides, 1)
        ]
        size = {"width_cm": round(deck.slide_width / EMU, 2), "height_cm": round(deck.slide_height / EMU, 2)}
        layouts = [layout.name for layout in deck.slide_layouts][:50]
    name = context.files.relative(context.files.inside(path))
    data = {"path": name, **size, "slides": slides, "layouts": layouts}
    return Answer(data, looked=(Look(name, "metadata"),))


@server.tool
def list_shapes(context: ToolContext, path: Deck, slide: Slide) -> Answer:
    """The shapes of a slide from back to front: id, name, kind, place and size in cm, text and font size;
    rows of tables, series of charts. Overlaps show in the places; how the slide looks shows only when it is
    rendered."""
    with opened(context, path) as deck:
        page = slide_at(deck, slide)
        shapes = [describe(shape) for shape in list(all_shapes(page.shapes))[:MOST_SHAPES]]
        total = len(deck.slides)
        size = {"width_cm": round(deck.slide_width / EMU, 2), "height_cm": round(deck.slide_height / EMU, 2)}
    name = context.files.relative(context.files.inside(path))
    data = {"path": name, "slide": slide, "of": total, **size, "shapes": shapes}
    return Answer(data, looked=(Look.at_pages(name, (slide,), total, "structure"),))


@server.tool
def read_notes(
    context: ToolContext,
    path: Deck,
    slide: Annotated[int | None, about("Number of one slide; by default all slides.")] = None,
) -> Answer:
    """The speaker notes of one slide or of all."""
    with opened(context, path) as deck:
        pages = list(enumerate(deck.slides, 1))
        if slide is not None:
            pages = [(slide, slide_at(deck, slide))]
        notes = [
            {"slide": number, "notes": page.notes_slide.notes_text_frame.text[:LONGEST_SHOWN]}
            for number, page in pages
            if page.has_notes_slide and page.notes_slide.notes_text_frame is not None
        ]
    name = context.files.relative(context.files.inside(path))
    return Answer({"path": name, "notes": notes}, looked=(Look(name, "metadata"),))


def describe(shape: Any) -> dict[str, Any]:
    found: dict[str, Any] = {**in_box(shape), "kind": _kind(shape)}
    if getattr(shape, "rotation", 0):
        found["rotation"] = shape.rotation
    if getattr(shape, "has_table", False):
        found["rows"] = _rows(shape.table)
    elif getattr(shape, "has_chart", False):
        found.update(_chart(shape.chart))
    elif getattr(shape, "has_text_frame", False):
        found["text"] = shape.text_frame.text[:LONGEST_SHOWN]
        sizes = {
            run.font.size.pt
            for paragraph in shape.text_frame.paragraphs
            for run in paragraph.runs
            if run.font.size is not None
        }
        if sizes:
            found["font_sizes"] = sorted(sizes)[:10]
    return found


def _kind(shape: Any) -> str:
    if getattr(shape, "has_table", False):
        return "table"
    if getattr(shape, "has_chart", False):
        return "chart"
    if getattr(shape, "is_placeholder", False):
        return f"placeholder ({shape.placeholder_format.type.name.lower()})"
    return str(shape.shape_type.name.lower()) if shape.shape_type is not None else "shape"


def _rows(table: Any) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in table.rows:
        rows.append([cell.text[:300] for cell in row.cells])
        if sum(map(len, rows)) > _MOST_CELLS:
            break
    return rows


def _chart(chart: Any) -> dict[str, Any]:
    plot = chart.plots[0]
    return {
        "chart": chart.chart_type.name.lower(),
        "categories": [str(category)[:100] for category in plot.categories][:100],
        "series": [
            {"name": str(line.name)[:100], "values": list(line.values)[:100]}
            for line in list(plot.series)[:20]
        ],
    }


def _title(slide: Any) -> str | None:
    title = slide.shapes.title
    return str(title.text_frame.text)[:300] if title is not None else None
