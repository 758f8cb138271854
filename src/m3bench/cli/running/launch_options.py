"""Options of `m3bench run` that select tasks, set the model, and describe the run."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from m3bench.cli.completion import complete_tasks
from m3bench.cli.options import Strings

Task = Annotated[
    Strings,
    Option(
        "--task",
        metavar="ID",
        help="Use only this task. In a pattern, * matches anything: 'm3/museum/*'. Repeatable.",
        autocompletion=complete_tasks,
    ),
]
Where = Annotated[
    Strings,
    Option(
        "--where",
        metavar="CONDITION",
        help="Use only tasks that meet this condition: level=L3, family!=museum, servers=math, hops>=4, "
        "modality=image,audio. Repeatable; all must hold.",
    ),
]
Sample = Annotated[
    int | None, Option(min=1, metavar="N", help="Use N tasks, spread over the families: the same each time.")
]
SampleSeed = Annotated[int, Option(help="Draw another sample.")]
ModelSetting = Annotated[
    Strings,
    Option(
        "--model-setting",
        "-M",
        metavar="KEY=VALUE",
        help="Setting of the model: temperature, top_p, max_tokens, seed, reasoning_effort, stop, "
        "parallel_tool_calls, … Repeatable.",
    ),
]
ExtraBody = Annotated[
    str | None, Option(metavar="JSON", help="Further fields of each request, as the endpoint names them.")
]
Header = Annotated[
    Strings,
    Option(
        metavar="NAME=VALUE",
        help="Header of each request to the model. ${NAME} is an environment variable, which no file shows. "
        "Repeatable.",
    ),
]
Tag = Annotated[Strings, Option(metavar="TAG", help="Tag of the run, to find it again. Repeatable.")]
Note = Annotated[str | None, Option(metavar="TEXT", help="Note about the run, kept in its manifest.")]
DryRun = Annotated[
    bool,
    Option(
        "--dry-run", help="Show tasks, servers, and estimated tokens and cost. Nothing is started or written."
    ),
]
Retry = Annotated[
    Strings,
    Option(
        metavar="WHICH",
        help="With --resume: make these attempts again: failed, unscored, errors, or the id of a task. The "
        "newest counts. If scored ones are retried, the run is marked as best-of. Repeatable.",
    ),
]
