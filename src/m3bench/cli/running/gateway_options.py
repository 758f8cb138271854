"""The options of `m3bench gateway`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Servers = Annotated[
    list[str] | None,
    typer.Argument(help="Names of bundled servers, or of servers in the catalog.", show_default=False),
]
Http = Annotated[
    str | None,
    typer.Option(
        metavar="[HOST:]PORT",
        help="Serve streamable HTTP here instead of standard input and output. Port 0 takes any free port.",
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="For --http: file with the token that clients must send. It is created if it does not exist.",
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOST:PORT",
        help="For --http: another address under which clients reach the gateway. Repeatable.",
    ),
]
Record = Annotated[Path | None, typer.Option(help="File to write the trajectory to (jsonl).")]
TaskFile = Annotated[Path | None, typer.Option(help="File of tasks. One of them is handed out.")]
TaskId = Annotated[
    str | None, typer.Option("--id", help="Id of the task to hand out, or of the recorded trajectory.")
]
User = Annotated[
    str,
    typer.Option(
        metavar="rules|none",
        help="Whether the agent can ask the user of the task: one that follows rules, or nobody.",
    ),
]
Request = Annotated[str | None, typer.Option(help="Hand out this text as the task.")]
Fuzzy = Annotated[bool, typer.Option("--fuzzy", help="Hand out the fuzzy request of the task.")]
QuietPeriod = Annotated[
    float,
    typer.Option(
        min=0.0,
        metavar="SECONDS",
        help="How long the client must be silent before the results of a step are returned.",
    ),
]
