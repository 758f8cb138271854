"""The options of `m3bench judge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Judges = Annotated[
    str,
    typer.Option(
        help="Judge models, separated by commas, named as in `m3bench run --model`. NAME@URL sets the "
        "endpoint of one judge."
    ),
]
BaseUrl = Annotated[
    str | None, typer.Option(help="URL of an OpenAI-compatible endpoint for judges without one of their own.")
]
M3 = Annotated[
    bool,
    typer.Option(
        "--m3", help="Judge Task Completion and Information Grounding. The default, except of mcp-bench."
    ),
]
Rubric = Annotated[
    bool,
    typer.Option(
        "--rubric",
        help="Judge MCP-Bench's six dimensions, five times each in shuffled order. The default of mcp-bench.",
    ),
]
Unshuffled = Annotated[
    bool,
    typer.Option(
        "--unshuffled",
        help="Judge the same six dimensions once in a fixed order, for the report's comparison.",
    ),
]
Outcome = Annotated[
    bool,
    typer.Option("--outcome", help="Judge as MCPVerse does: does the answer state what is expected?"),
]
Pictures = Annotated[bool, typer.Option("--pictures", help="Show the judges the pictures of the tasks.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Judge only the first N attempts.")]
Concurrency = Annotated[int, typer.Option(min=1, help="Number of judgements at a time.")]
MaxCost = Annotated[
    float | None, typer.Option(min=0.0, help="Cost limit of all judging of this run in US dollars.")
]
Cache = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Cache of judgements, shared by all runs [default: in the user's cache folder]."
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do not read or write the cache of judgements.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Accept the estimated cost without asking.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the judges' scores here.")]
