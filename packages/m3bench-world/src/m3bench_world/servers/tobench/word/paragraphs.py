"""Adding, replacing and deleting paragraphs, and replacing text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_range, load_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_number, check_words
from m3bench_world.servers.tobench.word.documents import (
    edited,
    number_of,
    paragraph_at,
    place,
    require_place,
    require_style,
)
from m3bench_world.servers.tobench.word.server import After, Document, Paragraph, server

MOST_ITEMS = 200
_EMU = 360_000


@server.tool(read_only=False)
def add_paragraph(
    context: ToolContext,
    path: Document,
    text: Annotated[str, about("The text; line breaks stay within the paragraph.")],
    style: Annotated[
        str, about("Name of a paragraph style, such as 'Normal', 'Quote' or 'Caption'.")
    ] = "Normal",
    after: After = None,
) -> Answer:
    """Add a paragraph of a style. Returns the number that it has."""
    words = check_words(text, "text", empty=True)
    with edited(context, path) as document:
        require_place(document, after)
        added = document.add_paragraph(words, require_style(document, style))
        place(document, added._p, after)
        number = number_of(document, added._p)
    return Answer({"path": path, "paragraph": number, "style": style})


@server.tool(read_only=False)
def add_heading(
    context: ToolContext,
    path: Document,
    text: Annotated[str, about("The heading, in one line.")],
    level: Annotated[int, about("From 1 to 9; 0 is the title of the document.")] = 1,
    after: After = None,
) -> Answer:
    """Add a heading in the built-in style of its level. Returns the paragraph number that it has."""
    words = " ".join(check_words(text, "text", most=1_000).split())
    check_range(level, "level", 0, 9)
    with edited(context, path) as document:
        require_place(document, after)
        added = document.add_heading(words, level)
        place(document, added._p, after)
        number = number_of(document, added._p)
    return Answer({"path": path, "paragraph": number, "level": level})


@server.tool(read_only=False)
def add_list(
    context: ToolContext,
    path: Document,
    items: Annotated[tuple[str, ...], about(f"The items in order, at most {MOST_ITEMS}.")],
    ordered: Annotated[bool, about("Whether the items are numbered instead of having bullets.")] = False,
    after: After = None,
) -> Answer:
    """Add a list, one paragraph for each item, in the style List Bullet or List Number. Returns the numbers
    of the first and the last paragraph."""
    if not 1 <= len(items) <= MOST_ITEMS:
        raise BadArgument("items", f"a list has 1 to {MOST_ITEMS} items")
    texts = [check_words(item, "items") for item in items]
    with edited(context, path) as document:
        require_place(document, after)
        style = require_style(document, "List Number" if ordered else "List Bullet")
        for count, text in enumerate(texts):
            added = document.add_paragraph(text, style)
            place(document, added._p, after if after is None else after + count)
        last = number_of(document, added._p)
    return Answer({"path": path, "first": last - len(texts) + 1, "last": last, "style": style})


@server.tool(read_only=False)
def replace_paragraph(
    context: ToolContext,
    path: Document,
    paragraph: Paragraph,
    text: Annotated[str, about("The new text of the whole paragraph.")],
) -> Answer:
    """Replace the text of a paragraph. Its style, alignment and the formatting of its first letters stay."""
    words = check_words(text, "text", empty=True)
    with edited(context, path) as document:
        found = paragraph_at(document, paragraph)
        before = found.text
        _set_text(found, words)
    return Answer({"path": path, "paragraph": paragraph, "before": before[:500], "after": words[:500]})


@server.tool(read_only=False)
def delete_paragraphs(
    context: ToolContext,
    path: Document,
    first: Paragraph,
    last: Annotated[int | None, about("The last one to delete; by default only the first.")] = None,
) -> Answer:
    """Delete body paragraphs, from the first to the last given number. Later ones get lower numbers."""
    with edited(context, path) as document:
        paragraphs = document.paragraphs
        start = check_number(first, "first", len(paragraphs), "paragraph")
        end = check_number(start if last is None else last, "last", len(paragraphs), "paragraph")
        for paragraph in paragraphs[start - 1 : end]:
            paragraph._p.getparent().remove(paragraph._p)
        left = len(document.paragraphs)
    return Answer({"path": path, "deleted": max(0, end - start + 1), "paragraphs": left})


@server.tool(read_only=False)
def find_and_replace(
    context: ToolContext,
    path: Document,
    find: Annotated[str, about("The text to look for, as it is written; not a pattern.")],
    replace: Annotated[str, about("What to write instead; may be empty.")],
    match_case: Annotated[bool, about("Whether upper and lower case must agree.")] = True,
) -> Answer:
    """Replace a text everywhere in the document: in paragraphs, tables, headers and footers, also where its
    letters are formatted differently. Returns how often it was replaced."""
    wanted, other = (
        check_words(find, "find", most=2_000),
        check_words(replace, "replace", empty=True, most=2_000),
    )
    pattern = re.compile(re.escape(wanted), 0 if match_case else re.IGNORECASE)
    with edited(context, path) as document:
        count = sum(_replace(paragraph, pattern, other) for paragraph in all_paragraphs(document))
        if not count:
            raise BadArgument("find", f"'{wanted[:80]}' does not occur in the document")
    return Answer({"path": path, "replaced": count})


@server.tool(read_only=False)
def add_picture(
    context: ToolContext,
    path: Document,
    picture: Annotated[str, about("The picture in the workspace, such as 'logo.png'.")],
    width_cm: Annotated[float, about("Its width on the page in centimetres; the height follows.")] = 10.0,
    caption: Annotated[str, about("A caption below it, in the style Caption; none by default.")] = "",
    after: After = None,
) -> Answer:
    """Add a picture in a paragraph of its own. Returns the paragraph number and the size on the page."""
    width = round(check_range(width_cm, "width_cm", 0.5, 50) * _EMU)
    image = load_picture(context.files, picture, "picture")
    words = check_words(caption, "caption", empty=True, most=1_000)
    encoded = io.BytesIO()
    image.save(encoded, "PNG")
    with edited(context, path) as document:
        require_place(document, after)
        added = document.add_paragraph()
        shape = added.add_run().add_picture(encoded, width)
        place(document, added._p, after)
        if words.strip():
            below = document.add_paragraph(words, require_style(document, "Caption"))
            added._p.addnext(below._p)
        number, height = number_of(document, added._p), shape.height / _EMU
    return Answer({"path": path, "paragraph": number, "width_cm": width_cm, "height_cm": round(height, 2)})


def all_paragraphs(document: Any) -> Iterator[Any]:
    """Yield the paragraphs of the body, of tables (in cells too), and of headers and footers."""
    from docx.text.paragraph import Paragraph as Text  # noqa: PLC0415 - heavy

    for element in document.element.body.iter(f"{{{_WORD}}}p"):
        yield Text(element, document)
    for section in document.sections:
        for part in (section.header, section.footer):
            if not part.is_linked_to_previous:
                yield from (Text(element, part) for element in part._element.iter(f"{{{_WORD}}}p"))


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def _set_text(paragraph: Any, text: str) -> None:
    """Give a paragraph another text in the formatting of its first run."""
    runs = paragraph.runs
    for node in list(paragraph._p):
        if not node.tag.endswith("}pPr") and (not runs or node is not runs[0]._r):
            paragraph._p.remove(node)
    (runs[0] if runs else paragraph.add_run()).text = text


def _replace(paragraph: Any, pattern: re.Pattern[str], other: str) -> int:
    """Replace in the runs of a paragraph; the new text is formatted as the first replaced letter."""
    runs = paragraph.runs
    texts = [run.text for run in runs]
    found = list(pattern.finditer("".join(texts)))
    for match in reversed(found):
        start, left, right = 0, match.start(), match.end()
        for place_, text in enumerate(texts):
            end = start + len(text)
            if start < right and left < end:
                new = other if start <= left else ""
                texts[place_] = text[: max(0, left - start)] + new + text[right - start :]
            start = end
    for run, text in zip(runs, texts, strict=True):
        if run.text != text:
            run.text = text
    return len(found)
