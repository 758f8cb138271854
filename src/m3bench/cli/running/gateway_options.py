"""The options of `m3bench gateway`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Servers = Annotated[
    list[str] | None,
    typer.Argument(help="Bundled servers, or the catalog's.", show_default=False),
]
Config = Annotated[
    list[Path] | None, typer.Option(help="A client's file of MCP servers. May be given several times.")
]
Http = Annotated[
    str | None,
    typer.Option(
        metavar="[HOST:]PORT",
        help="Serve streamable HTTP here instead of standard input and output; port 0 is any free one.",
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="For --http: the token that clients must send; a file that is not there is made.",
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOST:PORT",
        help="For --http: another address under which clients reach it. May be given several times.",
    ),
]
Record = Annotated[Path | None, typer.Option(help="Where to write the trajectory (jsonl).")]
TaskFile = Annotated[Path | None, typer.Option(help="A file of tasks, one of which is handed out.")]
TaskId = Annotated[str | None, typer.Option("--id", help="Which task; or what to call the trajectory.")]
Request = Annotated[str | None, typer.Option(help="Hand out this text as the task.")]
Fuzzy = Annotated[bool, typer.Option("--fuzzy", help="Hand out the fuzzy request of the task.")]
QuietPeriod = Annotated[
    float,
    typer.Option(
        min=0.0,
        metavar="SECONDS",
        help="How long the client must be quiet until the results of a step are given out.",
    ),
]
