"""Fillable forms, and PDFs from texts and pictures."""

from __future__ import annotations

import io
from typing import Annotated, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_range, load_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_suffix, check_words
from m3bench_world.servers.tobench.pdf.jobs import run_job
from m3bench_world.servers.tobench.pdf.server import Output, Pdf, server, target, write

MOST_VALUES = 300


@server.tool(read_only=False)
def fill_form(
    context: ToolContext,
    path: Pdf,
    values: Annotated[
        dict[str, str | bool | int | float],
        about("Values by field name: a text, true or false for a checkbox, the name of a state or option."),
    ],
    flatten: Annotated[
        bool, about("Whether the values become part of the pages and the fields are removed.")
    ] = False,
    output: Output = None,
) -> Answer:
    """Fill fields of a form. Fields that are not given stay as they are. Returns what was filled."""
    if not 1 <= len(values) <= MOST_VALUES:
        raise BadArgument(
            "values", f"pass 1 to {MOST_VALUES} values, by the names that list_form_fields gives"
        )
    clean = {
        name: check_words(value, "values", empty=True, most=5_000) if isinstance(value, str) else value
        for name, value in values.items()
    }
    options = {"values": {name: _short(value) for name, value in clean.items()}, "flatten": flatten}
    made = run_job("fill", options, [context.files.read(path)])
    return Answer({"written": write(context, target(path, output), made.files[0]), **made.data})


def _short(value: str | bool | int | float) -> str | bool:
    """Return a number as people write it."""
    if isinstance(value, bool | str):
        return value
    return f"{value:g}" if isinstance(value, float) else str(value)[:100]


MOST_PICTURES = 30
_LONGEST_SIDE = 3_000


@server.tool(read_only=False)
def text_to_pdf(
    context: ToolContext,
    path: Pdf,
    text: Annotated[
        str, about("Lines of text; '# ', '## ' and '### ' begin headings, blank lines make space.")
    ],
    page_size: Annotated[Literal["A4", "A5", "Letter"], about("A4, A5 or Letter.")] = "A4",
    size: Annotated[float, about("Font size in points, from 6 to 40.")] = 11.0,
) -> Answer:
    """Write a text as a PDF, in Helvetica and Western European letters. Returns the number of pages."""
    options = {
        "text": check_words(text, "text", most=100_000),
        "page_size": page_size,
        "size": check_range(size, "size", 6, 40),
    }
    check_suffix(path, ".pdf")
    made = run_job("write", options, [])
    return Answer({"written": write(context, path, made.files[0], "path"), **made.data})


@server.tool(read_only=False)
def pictures_to_pdf(
    context: ToolContext,
    path: Pdf,
    pictures: Annotated[
        tuple[str, ...], about(f"Pictures in the workspace, in order; at most {MOST_PICTURES}.")
    ],
    page_size: Annotated[
        Literal["fit", "A4", "A5", "Letter"], about("'fit' makes pages as large as the pictures.")
    ] = "A4",
) -> Answer:
    """Write a PDF with one page for each picture, such as scans. Returns the number of pages."""
    check_suffix(path, ".pdf")
    if not 1 <= len(pictures) <= MOST_PICTURES:
        raise BadArgument("pictures", f"pass 1 to {MOST_PICTURES} pictures")
    encoded = []
    for name in pictures:
        image = load_picture(context.files, name, "pictures", opaque=True)
        image.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
        stream = io.BytesIO()
        image.save(stream, "JPEG", quality=92)
        encoded.append(stream.getvalue())
    made = run_job("bind", {"page_size": page_size}, encoded)
    return Answer({"written": write(context, path, made.files[0], "path"), **made.data})
