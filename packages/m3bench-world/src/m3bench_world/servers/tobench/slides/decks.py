"""Creating decks, and adding, moving, copying and deleting slides."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import (
    check_colour,
    check_number,
    check_suffix,
    check_words,
    guarded,
)
from m3bench_world.servers.tobench.slides.files import EMU, MOST_SLIDES, edited, save, slide_at
from m3bench_world.servers.tobench.slides.reading import describe
from m3bench_world.servers.tobench.slides.server import Deck, Slide, server

MOST_BULLETS = 40
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


@server.tool(read_only=False)
def create_deck(
    context: ToolContext,
    path: Deck,
    title: Annotated[str, about("Title of a first slide; without it, the deck has no slides.")] = "",
    subtitle: Annotated[str, about("Subtitle of the first slide.")] = "",
    width_cm: Annotated[float, about("Width of the slides, from 5 to 120 cm.")] = 33.87,
    height_cm: Annotated[float, about("Height of the slides, from 5 to 120 cm.")] = 19.05,
) -> Answer:
    """Create a presentation, replacing a file of that name. Slides are 33.87 × 19.05 cm (16:9) by default.
    Returns the path and the names of the layouts."""
    check_suffix(path, ".pptx")
    wide, high = (
        round(check_range(value, name, 5, 120) * EMU)
        for value, name in ((width_cm, "width_cm"), (height_cm, "height_cm"))
    )
    words = [
        check_words(text, name, empty=True, most=500)
        for text, name in ((title, "title"), (subtitle, "subtitle"))
    ]
    with guarded(path):
        deck = import_module("pptx").Presentation()
        _resize(deck, wide, high)
        if words[0].strip():
            slide = deck.slides.add_slide(deck.slide_layouts[0])
            slide.shapes.title.text_frame.text = words[0]
            slide.placeholders[1].text_frame.text = words[1]
        layouts = [layout.name for layout in deck.slide_layouts]
        written = save(context, deck, path)
        count = len(deck.slides)
    return Answer({"path": written, "slides": count, "layouts": layouts})


@server.tool(read_only=False)
def add_slide(
    context: ToolContext,
    path: Deck,
    layout: Annotated[
        str, about("Name of a layout, such as 'Title and Content', 'Title Only' or 'Blank'.")
    ] = "Title Only",
    title: Annotated[str, about("The title, for layouts that have one.")] = "",
    bullets: Annotated[
        tuple[str, ...], about("Lines of the content; a leading tab makes a line subordinate.")
    ] = (),
    position: Annotated[
        int | None, about("The number that the slide gets; by default it is the last.")
    ] = None,
) -> Answer:
    """Add a slide with a title and bullets. Returns its number and its shapes with their places in cm."""
    if len(bullets) > MOST_BULLETS:
        raise BadArgument("bullets", f"a slide has at most {MOST_BULLETS} bullets; use more slides")
    lines = [check_words(line, "bullets", empty=True, most=2_000) for line in bullets]
    heading = check_words(title, "title", empty=True, most=500)
    with edited(context, path) as deck:
        if len(deck.slides) >= MOST_SLIDES:
            raise BadArgument("path", f"a deck has at most {MOST_SLIDES} slides")
        slide = deck.slides.add_slide(_layout(deck, layout))
        if heading.strip():
            _fill_title(slide, heading)
        if lines:
            _fill_body(slide, lines)
        total = len(deck.slides)
        number = total if position is None else check_number(position, "position", total, "slide")
        _move(deck, total, number)
        shapes = [describe(shape) for shape in slide.shapes]
    return Answer({"path": path, "slide": number, "slides": total, "shapes": shapes})


@server.tool(read_only=False)
def delete_slide(context: ToolContext, path: Deck, slide: Slide) -> Answer:
    """Delete a slide. Later slides get lower numbers. Returns the number of slides then."""
    with edited(context, path) as deck:
        slide_at(deck, slide)
        entry = list(deck.slides._sldIdLst)[slide - 1]
        deck.part.drop_rel(entry.get(f"{_R}id"))
        deck.slides._sldIdLst.remove(entry)
        left = len(deck.slides)
    return Answer({"path": path, "deleted": slide, "slides": left})


@server.tool(read_only=False)
def move_slide(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    position: Annotated[int, about("The number that the slide gets.")],
) -> Answer:
    """Move a slide to another place in the order."""
    with edited(context, path) as deck:
        slide_at(deck, slide)
        _move(deck, slide, check_number(position, "position", len(deck.slides), "slide"))
        titles = [
            (each.shapes.title.text_frame.text if each.shapes.title else "")[:80] for each in deck.slides
        ]
    return Answer({"path": path, "slide": position, "titles": titles})


@server.tool(read_only=False)
def duplicate_slide(context: ToolContext, path: Deck, slide: Slide) -> Answer:
    """Copy a slide with its texts, pictures, tables and shapes; the copy comes right after it. Slides with
    charts cannot be copied. Returns the number of the copy."""
    with edited(context, path) as deck:
        source = slide_at(deck, slide)
        if any(getattr(shape, "has_chart", False) for shape in source.shapes):
            raise BadArgument("slide", f"slide {slide} has a chart; add a slide and a chart instead")
        if len(deck.slides) >= MOST_SLIDES:
            raise BadArgument("path", f"a deck has at most {MOST_SLIDES} slides")
        target = deck.slides.add_slide(source.slide_layout)
        _copy_shapes(source, target)
        _move(deck, len(deck.slides), slide + 1)
        total = len(deck.slides)
    return Answer({"path": path, "slide": slide + 1, "slides": total})


@server.tool(read_only=False)
def set_notes(
    context: ToolContext,
    path: Deck,
    slide: Slide,
    text: Annotated[str, about("The speaker notes; empty removes them.")],
) -> Answer:
    """Set the speaker notes of a slide."""
    words = check_words(text, "text", empty=True)
    with edited(context, path) as deck:
        slide_at(deck, slide).notes_slide.notes_text_frame.text = words
    return Answer({"path": path, "slide": slide, "notes": words[:500]})


@server.tool(read_only=False)
def set_background(
    context: ToolContext, path: Deck, slide: Slide, color: Annotated[str, about("As '#f4f4ee'.")]
) -> Answer:
    """Give a slide a plain background colour."""
    rgb = check_colour(color, "color")
    with edited(context, path) as deck:
        fill = slide_at(deck, slide).background.fill
        fill.solid()
        fill.fore_color.rgb = import_module("pptx.dml.color").RGBColor.from_string(rgb)
    return Answer({"path": path, "slide": slide, "background": f"#{rgb.lower()}"})


def _resize(deck: Any, wide: int, high: int) -> None:
    """Set the size of the slides; what the layouts place is stretched to it."""
    across, down = wide / deck.slide_width, high / deck.slide_height
    masters = [deck.slide_master, *deck.slide_layouts]
    for shape in (shape for master in masters for shape in master.placeholders):
        if shape._element.spPr.find(".//{*}off") is not None:
            shape.left, shape.width = round(shape.left * across), round(shape.width * across)
            shape.top, shape.height = round(shape.top * down), round(shape.height * down)
    deck.slide_width, deck.slide_height = wide, high


def _layout(deck: Any, name: str) -> Any:
    for layout in deck.slide_layouts:
        if layout.name.casefold() == name.strip().casefold():
            return layout
    known = ", ".join(layout.name for layout in deck.slide_layouts)
    raise BadArgument("layout", f"there is no layout '{name[:60]}'; layouts are {known[:1_000]}")


def _fill_title(slide: Any, title: str) -> None:
    if slide.shapes.title is None:
        raise BadArgument("title", "the layout has no title; use 'Title Only', or a text box")
    slide.shapes.title.text_frame.text = title


def _fill_body(slide: Any, lines: list[str]) -> None:
    bodies = [
        placeholder
        for placeholder in slide.placeholders
        if placeholder.placeholder_format.idx != 0 and placeholder.has_text_frame
    ]
    if not bodies:
        raise BadArgument("bullets", "the layout has no content; use 'Title and Content', or a text box")
    frame = bodies[0].text_frame
    frame.text = lines[0].strip("\t")
    for line in lines[1:]:
        paragraph = frame.add_paragraph()
        paragraph.text = line.strip("\t")
        paragraph.level = min(len(line) - len(line.lstrip("\t")), 8)


def _move(deck: Any, source: int, target: int) -> None:
    entries = deck.slides._sldIdLst
    entry = list(entries)[source - 1]
    entries.remove(entry)
    entries.insert(target - 1, entry)


def _copy_shapes(source: Any, target: Any) -> None:
    """Copy all shapes and the parts that they refer to; the placeholders of the layout give way."""
    for shape in list(target.shapes):
        shape._element.getparent().remove(shape._element)
    known = {}
    for name, relation in source.part.rels.items():
        if not relation.is_external and "image" in relation.reltype:
            known[name] = target.part.relate_to(relation.target_part, relation.reltype)
    for shape in source.shapes:
        element = copy.deepcopy(shape._element)
        for node in element.iter():
            for attribute, value in node.attrib.items():
                if attribute.startswith(_R) and value in known:
                    node.set(attribute, known[value])
        target.shapes._spTree.append(element)
    background = source._element.cSld.find("{*}bg")
    if background is not None:
        target._element.cSld.insert(0, copy.deepcopy(background))
