"""Reading PDFs."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated

from m3bench.core import Look
from m3bench.servers.kit import Answer, NotFound, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_words
from m3bench_world.servers.tobench.pdf.jobs import run_job
from m3bench_world.servers.tobench.pdf.server import Pages, Pdf, parse_pages, server, write


@server.tool
def get_info(context: ToolContext, path: Pdf) -> Answer:
    """How many pages a PDF has, their sizes in points and rotations (of the first 200), its metadata, and how
    many form fields it has."""
    found = run_job("info", {}, [context.files.read(path)]).data
    return Answer({"path": path, **found}, looked=(Look(_name(context, path), "metadata"),))


@server.tool
def read_text(context: ToolContext, path: Pdf, pages: Pages = "all") -> Answer:
    """The text of pages, without their looks; at most 60,000 characters. Scanned pages have no text: render
    them."""
    data = run_job("text", {"pages": parse_pages(pages)}, [context.files.read(path)]).data
    numbers = [page["page"] for page in data["pages"]]
    look = Look.at_pages(_name(context, path), numbers, data["count"], "structure")
    return Answer({"path": path, **data}, looked=(look,))


@server.tool
def find_text(
    context: ToolContext,
    path: Pdf,
    text: Annotated[str, about("The text to look for, as it is written; not a pattern.")],
    pages: Pages = "all",
    match_case: Annotated[bool, about("Whether upper and lower case must agree.")] = False,
) -> Answer:
    """Where a text is: for each occurrence the page and its areas in points, which stamp and redact tools
    take. At most 100 occurrences."""
    words = check_words(text, "text", most=500).strip()
    options = {"text": words, "pages": parse_pages(pages), "match_case": match_case}
    hits = run_job("find", options, [context.files.read(path)]).data["hits"]
    if not hits:
        raise NotFound(f"no '{words[:80]}' in the text of these pages; scanned pages have no text")
    return Answer(
        {"path": path, "count": len(hits), "hits": hits}, looked=(Look(_name(context, path), "metadata"),)
    )


@server.tool
def list_form_fields(context: ToolContext, path: Pdf) -> Answer:
    """The fields of a fillable form: name, kind, value, options, page and area in points. At most 300."""
    found = run_job("fields", {}, [context.files.read(path)]).data["fields"]
    if not found:
        raise NotFound(f"no form fields in '{path[:80]}'")
    return Answer(
        {"path": path, "count": len(found), "fields": found}, looked=(Look(_name(context, path), "metadata"),)
    )


@server.tool(read_only=False)
def extract_pictures(
    context: ToolContext,
    path: Pdf,
    folder: Annotated[str, about("Folder in the workspace for the pictures, such as 'pictures'.")],
    pages: Pages = "all",
) -> Answer:
    """Write the pictures that are embedded in pages as PNG files, named after the document, page and number.
    At most 60. Returns the files and their sizes in pixels."""
    context.files.inside(f"{folder}/picture.png", "folder")
    outcome = run_job("pictures", {"pages": parse_pages(pages)}, [context.files.read(path)])
    if not outcome.files:
        raise NotFound("no embedded pictures on these pages; lines and letters are not pictures")
    stem, written = PurePosixPath(path).stem, []
    for number, (data, about_it) in enumerate(zip(outcome.files, outcome.data["pictures"], strict=True), 1):
        name = f"{folder}/{stem}-page{about_it['page']}-{number}.png"
        written.append({"file": write(context, name, data, "folder"), **about_it})
    return Answer({"path": path, "pictures": written, "cut": outcome.data["cut"]})


def _name(context: ToolContext, path: str) -> str:
    return context.files.relative(context.files.inside(path))
