"""Headers, footers, page setup and document properties."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, Literal

from m3bench.core import Look
from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_words
from m3bench_world.servers.tobench.word.documents import edited, opened, seen
from m3bench_world.servers.tobench.word.server import Document, server

SIZES = {
    "A3": (29.7, 42.0),
    "A4": (21.0, 29.7),
    "A5": (14.8, 21.0),
    "Letter": (21.59, 27.94),
    "Legal": (21.59, 35.56),
}
_EMU = 360_000
_PROPERTIES = ("title", "author", "subject", "keywords", "category", "comments")


@server.tool(read_only=False)
def set_header_footer(
    context: ToolContext,
    path: Document,
    header: Annotated[str | None, about("Text at the top of all pages; empty removes it.")] = None,
    footer: Annotated[str | None, about("Text at the bottom of all pages; empty removes it.")] = None,
    page_numbers: Annotated[
        bool | None, about("Whether the footer ends with the number of the page.")
    ] = None,
) -> Answer:
    """Set the header and footer of all sections. What is not given stays. Returns their texts."""
    texts = {"header": header, "footer": footer}
    clean = {
        name: check_words(text, name, empty=True, most=1_000)
        for name, text in texts.items()
        if text is not None
    }
    if not clean and page_numbers is None:
        raise BadArgument("header", "nothing to set was given; pass a header, a footer or page_numbers")
    with edited(context, path) as document:
        for section in list(document.sections)[:50]:
            for name, text in clean.items():
                _set_part(getattr(section, name), text)
            if page_numbers is not None:
                _number_pages(section.footer, page_numbers)
        first = document.sections[0]
        shown = {name: _text(getattr(first, name)) for name in texts}
    return Answer({"path": path, **shown})


@server.tool
def read_headers(context: ToolContext, path: Document) -> Answer:
    """The texts of the headers and footers of each section; a page number is shown as {page}."""
    with opened(context, path) as document:
        parts = [
            {"section": number, "header": _text(section.header), "footer": _text(section.footer)}
            for number, section in enumerate(list(document.sections)[:50], 1)
        ]
    name = context.files.relative(context.files.inside(path))
    return seen(context, path, {"sections": parts}, Look(name, "metadata"))


@server.tool(read_only=False)
def set_page(
    context: ToolContext,
    path: Document,
    size: Annotated[Literal["A3", "A4", "A5", "Letter", "Legal"] | None, about("Paper size.")] = None,
    orientation: Annotated[Literal["portrait", "landscape"] | None, about("portrait or landscape.")] = None,
    left_cm: Annotated[float | None, about("Left margin in centimetres.")] = None,
    right_cm: Annotated[float | None, about("Right margin in centimetres.")] = None,
    top_cm: Annotated[float | None, about("Top margin in centimetres.")] = None,
    bottom_cm: Annotated[float | None, about("Bottom margin in centimetres.")] = None,
) -> Answer:
    """Set paper size, orientation and margins of all pages. What is not given stays. Returns the page
    size."""
    margins = {"left": left_cm, "right": right_cm, "top": top_cm, "bottom": bottom_cm}
    for name, value in margins.items():
        if value is not None:
            check_range(value, f"{name}_cm", 0, 20)
    with edited(context, path) as document:
        for section in list(document.sections)[:50]:
            _set_size(section, size, orientation)
            for name, value in margins.items():
                if value is not None:
                    setattr(section, f"{name}_margin", round(value * _EMU))
        first = document.sections[0]
        wide, high = first.page_width / _EMU, first.page_height / _EMU
    return Answer({"path": path, "width_cm": round(wide, 2), "height_cm": round(high, 2)})


@server.tool
def get_properties(context: ToolContext, path: Document) -> Answer:
    """The properties of a document: title, author, subject, keywords, category and comments."""
    with opened(context, path) as document:
        data = {name: str(getattr(document.core_properties, name) or "")[:500] for name in _PROPERTIES}
    return seen(context, path, data, Look(context.files.relative(context.files.inside(path)), "metadata"))


@server.tool(read_only=False)
def set_properties(
    context: ToolContext,
    path: Document,
    title: Annotated[str | None, about("The title.")] = None,
    author: Annotated[str | None, about("The author.")] = None,
    subject: Annotated[str | None, about("The subject.")] = None,
    keywords: Annotated[str | None, about("Keywords, separated by commas.")] = None,
    category: Annotated[str | None, about("The category.")] = None,
) -> Answer:
    """Set properties of a document. What is not given stays. Returns what was set."""
    given = {"title": title, "author": author, "subject": subject, "keywords": keywords, "category": category}
    clean = {
        name: check_words(text, name, empty=True, most=250)
        for name, text in given.items()
        if text is not None
    }
    if not clean:
        raise BadArgument("title", "nothing to set was given; pass at least one property")
    with edited(context, path) as document:
        for name, text in clean.items():
            setattr(document.core_properties, name, text)
    return Answer({"path": path, **clean})


def _set_part(part: Any, text: str) -> None:
    part.is_linked_to_previous = False
    first, *others = part.paragraphs
    first.text = text
    for other in others:
        other._p.getparent().remove(other._p)


def _number_pages(footer: Any, numbered: bool) -> None:
    footer.is_linked_to_previous = False
    paragraph = footer.paragraphs[-1]
    for field in paragraph._p.xpath(".//w:fldSimple[contains(@w:instr, 'PAGE')]"):
        field.getparent().remove(field)
    if numbered:
        oxml = import_module("docx.oxml")
        field, run, text = (oxml.OxmlElement(name) for name in ("w:fldSimple", "w:r", "w:t"))
        field.set(import_module("docx.oxml.ns").qn("w:instr"), "PAGE")
        text.text = "1"
        run.append(text)
        field.append(run)
        if paragraph.text and not paragraph.text.endswith(" "):
            paragraph.add_run(" ")
        paragraph._p.append(field)


def _text(part: Any) -> str:
    texts = []
    for paragraph in part.paragraphs:
        numbered = bool(paragraph._p.xpath(".//w:fldSimple[contains(@w:instr, 'PAGE')]"))
        texts.append(paragraph.text + ("{page}" if numbered else ""))
    return "\n".join(texts)[:2_000]


def _set_size(section: Any, size: str | None, orientation: str | None) -> None:
    wide, high = section.page_width, section.page_height
    if size is not None:
        wide, high = (round(side * _EMU) for side in SIZES[size])
        landscape = orientation == "landscape" or (
            orientation is None and section.page_width > section.page_height
        )
        wide, high = (high, wide) if landscape else (wide, high)
    elif orientation is not None:
        wide, high = sorted((wide, high), reverse=orientation == "landscape")
    section.page_width, section.page_height = wide, high
    names = import_module("docx.enum.section").WD_ORIENT
    section.orientation = names.LANDSCAPE if wide > high else names.PORTRAIT
