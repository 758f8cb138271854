"""Markdown documents: HTML, tables, headings and links."""

from __future__ import annotations

import html
import os
import re
from typing import Annotated, Any
from urllib.parse import unquote

from m3bench.servers.kit import Answer, BadArgument, ToolFailure, about
from m3bench.workers import DocumentError, markdown_to_html
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.text.server import Output, Path, Text, given, looks, result, server

MOST_MARKDOWN = 300_000
MOST_ROWS = 2_000
MOST_FOUND = 300
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LINK = re.compile(r"(!?)\[([^\[\]\n]{0,300})\]\(([^()\s]{0,500})(?:[ \t]+\"[^\"\n]{0,300}\")?\)")
_NOT_SLUG = re.compile(r"[^\w\- ]")

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
{body}</body>
</html>
"""


@server.tool(read_only=False, name="markdown_to_html")
def convert_markdown(
    context: ToolContext,
    text: Text = None,
    path: Path = None,
    title: Annotated[
        str | None, about("With a title, a whole page is made; otherwise only its body.")
    ] = None,
    output_path: Output = None,
) -> Answer:
    """Convert Markdown (CommonMark with tables and strikethrough) to HTML. HTML in the text is
    escaped. Up to 300,000 characters."""
    source = given(context, text, path)
    if len(source) > MOST_MARKDOWN:
        raise BadArgument("text", f"it has {len(source):,} characters; the maximum is {MOST_MARKDOWN:,}")
    try:
        body = markdown_to_html(source)
    except DocumentError as problem:
        raise BadArgument("text", f"it {problem}") from None
    page = body if title is None else _PAGE.format(title=html.escape(title[:300]), body=body)
    return result(context, page, output_path)


@server.tool(read_only=False)
def make_table(
    context: ToolContext,
    rows: Annotated[list[list[str]], about("Rows of cells; the first row is the heading.")],
    align: Annotated[str, about("A letter for each column: l, c or r. Default: all l.")] = "",
    output_path: Output = None,
) -> Answer:
    """Make a Markdown table from rows of cells, with columns of equal width. Up to 2,000 rows of 50 cells."""
    width = max((len(row) for row in rows), default=0)
    if not 1 <= len(rows) <= MOST_ROWS or not 1 <= width <= 50:
        raise BadArgument("rows", f"pass 1 to {MOST_ROWS:,} rows of 1 to 50 cells")
    if set(align) - set("lcr") or len(align) > width:
        raise BadArgument("align", "write a letter l, c or r for each column, such as 'llr'")
    if sum(len(cell) for row in rows for cell in row) > 500_000:
        raise BadArgument("rows", "the cells have more than 500,000 characters together")
    return result(
        context, markdown_table(rows, align.ljust(width, "l")), output_path, rows=len(rows) - 1, columns=width
    )


def markdown_table(rows: list[list[str]], align: str) -> str:
    """Return a table in Markdown; short rows are filled up."""
    count = len(align)
    cells = [[_cell(cell) for cell in row] + [""] * (count - len(row)) for row in rows]
    widths = [min(60, max(3, *(len(row[at]) for row in cells))) for at in range(count)]
    rule = [
        {"l": "-" * wide, "r": "-" * (wide - 1) + ":", "c": ":" + "-" * (wide - 2) + ":"}[letter]
        for letter, wide in zip(align, widths, strict=True)
    ]
    lines = [[_padded(row[at], widths[at], align[at]) for at in range(count)] for row in cells]
    return "".join(f"| {' | '.join(line)} |\n" for line in [lines[0], rule, *lines[1:]])


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _padded(text: str, wide: int, letter: str) -> str:
    return {"l": text.ljust, "r": text.rjust, "c": text.center}[letter](wide)


@server.tool
def extract_headings(context: ToolContext, text: Text = None, path: Path = None) -> Answer:
    """List the headings of a Markdown document: level, text, line and anchor, up to 300. Headings in code
    blocks do not count."""
    found = headings(given(context, text, path))
    return Answer({"total": len(found), "headings": found[:MOST_FOUND]}, looked=looks(context, path))


def _plain_lines(text: str) -> list[str]:
    """Return the lines of a text, those of code blocks empty."""
    lines, fence = [], ""
    for line in text.split("\n"):
        match = _FENCE.match(line[:100])
        if fence:
            if match and match[1].startswith(fence):
                fence = ""
            lines.append("")
        elif match:
            fence = match[1]
            lines.append("")
        else:
            lines.append(line)
    return lines


def headings(text: str) -> list[dict[str, Any]]:
    """Return the headings with their anchors, as GitHub makes them."""
    found: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(_plain_lines(text), 1):
        match = _HEADING.fullmatch(line) if line.lstrip(" ").startswith("#") and len(line) < 1_000 else None
        if match:
            title = (match[2] or "").strip()
            slug = _NOT_SLUG.sub("", title.lower()).replace(" ", "-")
            again = seen.get(slug, 0)
            seen[slug] = again + 1
            anchor = f"{slug}-{again}" if again else slug
            found.append({"level": len(match[1]), "text": title, "line": number, "anchor": anchor})
    return found


@server.tool
def check_links(context: ToolContext, text: Text = None, path: Path = None) -> Answer:
    """Check the links and pictures of a Markdown document that lead to its own headings or to files of the
    workspace (relative to the document). Returns the broken ones with line and reason, and how many links of
    other kinds were not checked; the web is never asked."""
    source = given(context, text, path)
    anchors = {heading["anchor"] for heading in headings(source)}
    broken: list[dict[str, Any]] = []
    inside = outside = 0
    folder = (path or "").rpartition("/")[0]
    for number, line in enumerate(_plain_lines(source), 1):
        for match in _LINK.finditer(line[:20_000]):
            target = match[3]
            if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", target):
                outside += 1
                continue
            inside += 1
            if why := _broken(context, target, anchors, folder):
                broken.append({"line": number, "text": match[2], "target": target, "problem": why})
    data = {
        "checked": inside,
        "not_checked": outside,
        "broken_total": len(broken),
        "broken": broken[:MOST_FOUND],
    }
    return Answer(data, looked=looks(context, path))


def _broken(context: ToolContext, target: str, anchors: set[str], folder: str) -> str | None:
    """Return why a link leads nowhere."""
    file, _, anchor = target.partition("#")
    if not file:
        return None if not anchor or unquote(anchor).lower() in anchors else "no such heading"
    try:
        place = context.files.inside(f"{folder}/{unquote(file)}" if folder else unquote(file))
    except ToolFailure:
        return "leads out of the workspace"
    return None if os.path.lexists(place) else "no such file"
