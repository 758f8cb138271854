"""Creating documents, and reading their texts and structure."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from m3bench.core import Look
from m3bench.servers.kit import Answer, about, check_limit, check_offset
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_suffix, check_words, guarded
from m3bench_world.servers.tobench.word.documents import opened, save, seen
from m3bench_world.servers.tobench.word.server import Document, server

MOST_PARAGRAPHS = 200
MOST_HEADINGS = 300
LONGEST_SHOWN = 2_000
_EMU = 360_000


@server.tool(read_only=False)
def create_document(
    context: ToolContext,
    path: Document,
    title: Annotated[str, about("Title at the top, in the style Title; none by default.")] = "",
    paragraphs: Annotated[tuple[str, ...], about("Plain paragraphs below the title.")] = (),
) -> Answer:
    """Create a Word document, replacing a file of that name. It has A4 pages and the built-in styles.
    Returns the path and the number of paragraphs."""
    check_suffix(path, ".docx")
    texts = [check_words(text, "paragraphs", empty=True) for text in paragraphs[:1_000]]
    with guarded(path):
        document = import_module("docx").Document()
        document.core_properties.comments = ""
        section = document.sections[0]
        section.page_width, section.page_height = 210 * _EMU // 10, 297 * _EMU // 10
        if title.strip():
            document.core_properties.title = check_words(title, "title", most=250)
            document.add_heading(check_words(title, "title", most=250), 0)
        for text in texts:
            document.add_paragraph(text)
        count = len(document.paragraphs)
        written = save(context, document, path)
    return Answer({"path": written, "paragraphs": count})


@server.tool
def get_outline(context: ToolContext, path: Document) -> Answer:
    """The headings of a document with their levels and paragraph numbers, and how many paragraphs, tables,
    pictures, comments and sections it has. It does not show how the pages look."""
    with opened(context, path) as document:
        paragraphs = document.paragraphs
        headings = [
            {"paragraph": number, "level": level, "text": paragraph.text[:200]}
            for number, paragraph in enumerate(paragraphs, 1)
            if (level := heading_level(paragraph)) is not None
        ]
        counts = {
            "paragraphs": len(paragraphs),
            "tables": len(document.tables),
            "pictures": len(document.inline_shapes),
            "comments": len(list(document.comments)),
            "sections": len(document.sections),
        }
        sizes = [_section(section) for section in list(document.sections)[:20]]
    return seen(context, path, {"headings": headings[:MOST_HEADINGS], **counts, "pages": sizes})


@server.tool
def read_paragraphs(
    context: ToolContext,
    path: Document,
    first: Annotated[int, about("The first paragraph to read, from 1.")] = 1,
    count: Annotated[int, about(f"How many to read, at most {MOST_PARAGRAPHS}.")] = 100,
) -> Answer:
    """Read body paragraphs with their numbers, styles and direct formatting. Texts in tables are read with
    read_table. Long paragraphs are cut at 2,000 characters."""
    start, most = max(1, check_offset(first, "first")), check_limit(count, "count", MOST_PARAGRAPHS)
    with opened(context, path) as document:
        paragraphs = document.paragraphs
        chosen = list(enumerate(paragraphs, 1))[start - 1 : start - 1 + most]
        shown = [{"paragraph": number, **describe(each)} for number, each in chosen]
        total = len(paragraphs)
    name = context.files.relative(context.files.inside(path))
    look = Look.at_pages(name, (number for number, _ in chosen), total, "structure") if total else None
    return seen(context, path, {"total": total, "paragraphs": shown}, look)


@server.tool
def list_styles(context: ToolContext, path: Document) -> Answer:
    """The names of the paragraph styles and table styles that a document has."""
    with opened(context, path) as document:
        named = [(style.type.name, style.name) for style in document.styles if style.name]
    kinds = {"paragraph": "PARAGRAPH", "table": "TABLE"}
    data = {kind: [name for found, name in named if found == code][:200] for kind, code in kinds.items()}
    name = context.files.relative(context.files.inside(path))
    return seen(context, path, data, Look(name, "metadata"))


def heading_level(paragraph: Any) -> int | None:
    """Return the level of a heading: 0 for a title."""
    style = paragraph.style.name if paragraph.style is not None else ""
    if style == "Title":
        return 0
    head, _, digit = (style or "").partition(" ")
    return int(digit) if head == "Heading" and digit.isdecimal() and len(digit) == 1 else None


def describe(paragraph: Any) -> dict[str, Any]:
    """Return the text of a paragraph and what is set for it directly."""
    found: dict[str, Any] = {"style": paragraph.style.name if paragraph.style is not None else None}
    found["text"] = paragraph.text[:LONGEST_SHOWN]
    if paragraph.alignment is not None:
        found["alignment"] = paragraph.alignment.name.lower()
    formats = [_format(run.font) for run in paragraph.runs if run.text.strip()]
    if formats and all(form == formats[0] for form in formats):
        found.update(formats[0])
    elif any(formats):
        found["formatting"] = "mixed"
    if paragraph._p.xpath(".//pic:pic"):
        found["pictures"] = len(paragraph._p.xpath(".//pic:pic"))
    return found


def _format(font: Any) -> dict[str, Any]:
    values = {
        "font": font.name,
        "size": font.size.pt if font.size is not None else None,
        "color": f"#{str(font.color.rgb).lower()}" if font.color and font.color.rgb is not None else None,
        "bold": font.bold,
        "italic": font.italic,
        "underline": bool(font.underline) or None,
    }
    return {name: value for name, value in values.items() if value is not None}


def _section(section: Any) -> dict[str, Any]:
    sides = {
        "width_cm": section.page_width,
        "height_cm": section.page_height,
        "left_margin_cm": section.left_margin,
        "right_margin_cm": section.right_margin,
        "top_margin_cm": section.top_margin,
        "bottom_margin_cm": section.bottom_margin,
    }
    return {name: round(side / _EMU, 2) for name, side in sides.items() if side is not None}
