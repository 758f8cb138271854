"""The options of `m3bench score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from m3bench.cli.options import Extra

_Extras: TypeAlias = list[Extra] | None

Run = Annotated[
    Path | None,
    typer.Argument(help="A run folder, instead of --reference and --prediction.", show_default=False),
]
Prediction = Annotated[Path | None, typer.Option("--prediction", "-p", help="Predicted trajectories.")]
Explain = Annotated[
    str | None,
    typer.Option("--explain", metavar="ID", help="Explain the score of one task, match by match."),
]
Also = Annotated[
    _Extras,
    typer.Option(
        help="Further metrics: match (match modes of other tools), structure (structure and provenance "
        "of arguments), planning (planning failures) or inspection (whether the agent looked at its own "
        "work). Repeatable."
    ),
]
Tools = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Tools with their schemas. Adds MCP-Bench's rule metrics."),
]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write one row per task here.")]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Write one row per task here.")
]
