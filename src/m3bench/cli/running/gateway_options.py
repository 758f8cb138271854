"""The options of `m3bench gateway`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

Servers = Annotated[
    list[str] | None,
    Argument(
        help="Names of servers of --config, of bundled servers, or of servers in the catalog.",
        show_default=False,
    ),
]
Http = Annotated[
    str | None,
    Option(
        metavar="[HOST:]PORT",
        help="Serve streamable HTTP here instead of standard input and output. Port 0 takes any free port.",
    ),
]
TokenFile = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="For --http: file with the token that clients must send. It is created if it does not exist.",
    ),
]
AllowHost = Annotated[
    list[str] | None,
    Option(
        metavar="HOST:PORT",
        help="For --http: another address under which clients reach the gateway. Repeatable.",
    ),
]
Record = Annotated[Path | None, Option(help="File to write the trajectory to (jsonl).")]
Suite = Annotated[
    str | None,
    Option(
        metavar="NAME|FILE",
        help="Suite whose task is handed out, with its files and servers. The answer is checked and scored.",
    ),
]
TaskName = Annotated[
    str | None,
    Option(
        "--task",
        metavar="ID|FILE",
        help="With --suite, the id of the task. Without, a file of tasks of which one is handed out.",
    ),
]
TaskId = Annotated[
    str | None, Option("--id", help="Id of the task to hand out, or of the recorded trajectory.")
]
Out = Annotated[Path | None, Option(help="For --suite: the run folder [default: a new one below runs/].")]
Data = Annotated[
    Path | None, Option(metavar="PATH", help="For --suite: the data of m3-original, mcpverse or mcp-bench.")
]
User = Annotated[
    str,
    Option(
        metavar="rules|none",
        help="Whether the agent can ask the user of the task: one that follows rules, or nobody.",
    ),
]
Request = Annotated[str | None, Option(help="Hand out this text as the task.")]
Fuzzy = Annotated[bool, Option("--fuzzy", help="Hand out the fuzzy request of the task.")]
QuietPeriod = Annotated[
    float,
    Option(
        min=0.0,
        metavar="SECONDS",
        help="How long the client must be silent before the results of a step are returned.",
    ),
]
Features = Annotated[
    str | None,
    Option(
        metavar="LIST",
        help="What servers may use besides tools: elicitation, resources, prompts, tasks; all; none.",
        show_default="those of the configuration",
    ),
]
