"""Splitting, joining, turning and numbering pages; metadata."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_limit, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_suffix, check_words
from m3bench_world.servers.tobench.pdf.jobs import run_job
from m3bench_world.servers.tobench.pdf.server import Output, Pages, Pdf, parse_pages, server, target, write

MOST_FILES = 50
_MOST_BYTES = 100_000_000


@server.tool(read_only=False)
def extract_pages(context: ToolContext, path: Pdf, pages: Pages, output: Output = None) -> Answer:
    """Write a PDF with some pages of another one, in the given order: to take pages out, delete others, or
    reorder them. Returns the number of pages."""
    made = run_job("extract", {"pages": parse_pages(pages)}, [context.files.read(path)])
    return Answer({"written": write(context, target(path, output), made.files[0]), **made.data})


@server.tool(read_only=False)
def split_pdf(
    context: ToolContext,
    path: Pdf,
    folder: Annotated[str, about("Folder in the workspace for the parts, such as 'parts'.")],
    every: Annotated[int, about("How many pages each part has; the last may have fewer.")] = 1,
) -> Answer:
    """Split a PDF into parts of equal length, at most 50. Returns the files and their pages."""
    size = check_limit(every, "every", 2_000)
    context.files.inside(f"{folder}/part.pdf", "folder")
    made = run_job("split", {"every": size, "most": MOST_FILES}, [context.files.read(path)])
    stem, parts = PurePosixPath(path).stem, []
    for number, (data, (first, last)) in enumerate(zip(made.files, made.data["ranges"], strict=True), 1):
        name = write(context, f"{folder}/{stem}-{number:02d}.pdf", data, "folder")
        parts.append({"file": name, "first_page": first, "last_page": last})
    return Answer({"path": path, "parts": parts})


@server.tool(read_only=False)
def merge_pdfs(
    context: ToolContext,
    paths: Annotated[tuple[str, ...], about(f"The PDFs to join, in order; 2 to {MOST_FILES}.")],
    output: Annotated[str, about("Where to write the joined PDF.")],
) -> Answer:
    """Join PDFs into one, with all their pages in order. Returns the number of pages."""
    check_suffix(output, ".pdf", "output")
    if not 2 <= len(paths) <= MOST_FILES:
        raise BadArgument("paths", f"pass 2 to {MOST_FILES} PDFs")
    files = [context.files.read(path, "paths") for path in paths]
    if sum(map(len, files)) > _MOST_BYTES:
        raise BadArgument("paths", "the documents are too large together")
    made = run_job("merge", {}, files)
    return Answer({"written": write(context, output, made.files[0]), **made.data})


@server.tool(read_only=False)
def rotate_pages(
    context: ToolContext,
    path: Pdf,
    degrees: Annotated[Literal[90, 180, 270], about("How far to turn clockwise.")],
    pages: Pages = "all",
    output: Output = None,
) -> Answer:
    """Turn pages clockwise. Returns the rotation of the turned pages."""
    options = {"pages": parse_pages(pages), "degrees": degrees}
    made = run_job("rotate", options, [context.files.read(path)])
    return Answer({"written": write(context, target(path, output), made.files[0]), **made.data})


@server.tool(read_only=False)
def add_page_numbers(
    context: ToolContext,
    path: Pdf,
    format: Annotated[
        str, about("The text, with {page} and {pages}, such as 'Page {page} of {pages}'.")
    ] = "{page}",
    position: Annotated[
        Literal["bottom left", "bottom center", "bottom right", "top left", "top center", "top right"],
        about("Where on the page."),
    ] = "bottom center",
    pages: Pages = "all",
    start: Annotated[int, about("The number of the first numbered page.")] = 1,
    size: Annotated[float, about("Font size in points.")] = 10.0,
    output: Output = None,
) -> Answer:
    """Write numbers on pages, 24 points from the edge. Returns their places."""
    words = check_words(format, "format", most=200)
    if "{page}" not in words:
        raise BadArgument("format", "it must contain {page}")
    options = {
        "text": words, "numbered": True, "position": position,
        "start": round(check_range(start, "start", 0, 100_000)),
        "pages": parse_pages(pages), "size": check_range(size, "size", 4, 72), "opacity": 1.0, "angle": 0.0,
        "bold": False, "color": (0, 0, 0),
    }  # fmt: skip
    made = run_job("overlay", options, [context.files.read(path)])
    return Answer({"written": write(context, target(path, output), made.files[0]), **made.data})


@server.tool(read_only=False)
def set_metadata(
    context: ToolContext,
    path: Pdf,
    title: Annotated[str | None, about("The title.")] = None,
    author: Annotated[str | None, about("The author.")] = None,
    subject: Annotated[str | None, about("The subject.")] = None,
    keywords: Annotated[str | None, about("Keywords, separated by commas.")] = None,
    output: Output = None,
) -> Answer:
    """Set title, author, subject or keywords of a PDF. What is not given stays. Returns what was set."""
    given = {"title": title, "author": author, "subject": subject, "keywords": keywords}
    clean = {
        name: check_words(text, name, empty=True, most=500)
        for name, text in given.items()
        if text is not None
    }
    if not clean:
        raise BadArgument("title", "nothing to set was given; pass at least one property")
    made = run_job("metadata", {"metadata": clean}, [context.files.read(path)])
    return Answer({"written": write(context, target(path, output), made.files[0]), **clean})
