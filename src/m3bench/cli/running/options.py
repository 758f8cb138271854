"""The options of `m3bench run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from m3bench.hosting import SandboxMode
from m3bench.runs import Pictures as PicturesChoice

_Several: TypeAlias = list[str] | None
_Files: TypeAlias = list[Path] | None

Suite = Annotated[
    str | None,
    typer.Argument(help="A suite (m3, smoke, m3-original), or a file of tasks.", show_default=False),
]
Agent = Annotated[
    str | None, typer.Option(help="Who works on the tasks: see docs/agents.md for all of them.")
]
Model = Annotated[str | None, typer.Option(help="openai/NAME, anthropic/NAME, google/NAME, local/smollm2, …")]
BaseUrl = Annotated[
    str | None, typer.Option(help="An OpenAI-compatible endpoint (vLLM, Ollama, llama.cpp, OpenRouter).")
]
Judge = Annotated[
    str | None,
    typer.Option(
        help="A model that looks at pictures and documents for checks that ask for it; NAME@http… has an "
        "address of its own."
    ),
]
Mode = Annotated[
    str, typer.Option(help="Servers that are mounted: oracle, standard, max or retrieve:K; +N distractors.")
]
Fuzzy = Annotated[bool, typer.Option("--fuzzy", help="Ask as a person would, vaguely.")]
Pictures = Annotated[
    PicturesChoice,
    typer.Option(help="Pictures that the agent gets: the task's, none (blank files), or another task's."),
]
WithoutPerception = Annotated[
    bool, typer.Option("--without-perception", help="Mount no OCR, no detector and no scanner of codes.")
]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first so many tasks.")]
Family = Annotated[_Several, typer.Option(help="Only this family; may be given several times.")]
PerFamily = Annotated[int | None, typer.Option(min=1, help="Only the first so many tasks of each family.")]
Epochs = Annotated[int, typer.Option(min=1, help="How often each task is attempted.")]
Seed = Annotated[int, typer.Option(help="Of what an agent or a mode draws.")]
WorldSeed = Annotated[int, typer.Option(help="Which world the servers answer from.")]
Temperature = Annotated[float | None, typer.Option(min=0.0, help="Instead of the model's default.")]
MaxSteps = Annotated[int | None, typer.Option(min=1, help="Instead of the agent's default.")]
MaxConcurrent = Annotated[int | None, typer.Option(min=1, help="Calls in one step.")]
Concurrency = Annotated[int, typer.Option(min=1, help="Tasks at a time.")]
RunConcurrency = Annotated[int | None, typer.Option(min=1, help="Tasks at a time [default: 4].")]
Retries = Annotated[
    int | None,
    typer.Option(min=0, help="Further tries after a failure that is not the agent's [default: 2]."),
]
TaskTimeout = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        help="Seconds that an agent may work on a task; waiting for the provider does not count "
        "[default: 600].",
    ),
]
ModelTimeout = Annotated[
    float | None, typer.Option(min=0.001, help="Seconds that one reply may take [default: 120].")
]
ProviderWait = Annotated[
    float | None,
    typer.Option(min=0.0, help="Seconds that one request may wait between tries, in all [default: 120]."),
]
NoProbe = Annotated[
    bool, typer.Option("--no-probe", help="Do not ask the model for a word before the run begins.")
]
TextOnly = Annotated[
    bool, typer.Option("--text-only", help="Put notes in the place of pictures that the model would see.")
]
MaxCost = Annotated[float | None, typer.Option(min=0.0, help="Dollars that the run may cost in all.")]
MaxTokens = Annotated[int | None, typer.Option(min=0, help="Tokens that the run may take in all.")]
Record = Annotated[Path | None, typer.Option(help="A folder to record the servers' answers in.")]
Replay = Annotated[Path | None, typer.Option(help="A folder of such records, in place of the servers.")]
Cache = Annotated[
    Path | None,
    typer.Option(help="A folder of the model's replies: what was asked before is not asked again."),
]
Config = Annotated[_Files, typer.Option(help="A client's file of further MCP servers.")]
Live = Annotated[
    bool,
    typer.Option("--live", help="Servers of --config and of the catalog take the place of bundled ones."),
]
Data = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Of m3-original: its JSON files and its images/.")
]
Sandbox = Annotated[
    SandboxMode | None,
    typer.Option(
        help="Third-party servers and programs as agents in a sandbox: auto (where bubblewrap is there), "
        "require or off. [default: auto]",
        show_default=False,
    ),
]
AgentEnv = Annotated[
    _Several, typer.Option(metavar="NAME", help="A variable of yours that the agent's program gets.")
]
AgentRead = Annotated[
    _Files, typer.Option(metavar="PATH", help="What the agent's program may read in the sandbox.")
]
AgentNetwork = Annotated[
    bool, typer.Option("--agent-network", help="Leave the agent's program the network in the sandbox.")
]
Out = Annotated[Path | None, typer.Option(help="The run folder [default: a new one below runs/].")]
Resume = Annotated[Path | None, typer.Option(metavar="DIR", help="Go on with this run.")]
