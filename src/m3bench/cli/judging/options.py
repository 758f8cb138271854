"""The options of `m3bench judge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Run = Annotated[Path, typer.Argument(help="A run folder.", show_default=False)]
Judges = Annotated[
    str,
    typer.Option(
        help="Models, separated by commas, named as for `m3bench run`; NAME@http… has an address of its own."
    ),
]
BaseUrl = Annotated[
    str | None, typer.Option(help="An OpenAI-compatible endpoint for judges without an address of their own.")
]
M3 = Annotated[
    bool,
    typer.Option(
        "--m3",
        help="Task Completion and Information Grounding [what is judged if nothing else is asked for].",
    ),
]
Rubric = Annotated[
    bool, typer.Option("--rubric", help="MCP-Bench's six dimensions, each read five times, shuffled.")
]
Outcome = Annotated[
    bool, typer.Option("--outcome", help="MCPVerse's question: does the answer say what is expected?")
]
Pictures = Annotated[bool, typer.Option("--pictures", help="Show judges the pictures of the tasks.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first so many attempts.")]
Concurrency = Annotated[int, typer.Option(min=1, help="Judgements at a time.")]
MaxCost = Annotated[
    float | None, typer.Option(min=0.0, help="Dollars that all judging of this run may cost.")
]
Cache = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Judgements that were made before, in any run [default: in the user's cache]."
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do not read or write remembered judgements.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask whether the estimated cost is all right.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write what the judges say.")]
