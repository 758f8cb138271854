"""Filling forms."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_words
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
