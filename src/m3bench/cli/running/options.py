"""The options of `m3bench run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from m3bench.cli.completion import complete_agents, complete_runs, complete_suites
from m3bench.cli.options import Paths, Strings
from m3bench.hosting import RESOURCE_NAMES, SandboxMode
from m3bench.models import MediaKind
from m3bench.runs import Pictures as PicturesChoice
from m3bench.suites import MCP_BENCH, MCPVERSE, ORIGINAL, RELEASED

Suite = Annotated[
    str | None,
    Argument(
        help=f"A suite of `m3bench list suites` ({', '.join((*RELEASED, ORIGINAL, MCPVERSE, MCP_BENCH))}), "
        "or a file of tasks.",
        show_default=False,
        autocompletion=complete_suites,
    ),
]
Agent = Annotated[
    str | None,
    Option(
        help="Agent that works on the tasks: a name from `m3bench list agents` [mcp-bench: planner].",
        autocompletion=complete_agents,
    ),
]
Model = Annotated[
    str | None, Option(help="Model of the agent: openai/NAME, anthropic/NAME, google/NAME, local/smollm2, …")
]
User = Annotated[
    str | None,
    Option(
        metavar="WHO",
        help="Who plays the users of tasks: rules (without a model), none, or a model, whose replies are "
        "checked for leaks. NAME@URL sets its endpoint [default: rules].",
    ),
]
Mode = Annotated[
    str | None,
    Option(
        help="Servers to mount: oracle, standard, max, max:65, max:all, max:synthetic or retrieve:K. "
        "Append +N for N distractor servers [default: oracle; mcp-bench: oracle+10]."
    ),
]
Fuzzy = Annotated[
    bool | None,
    Option(
        "--fuzzy/--no-fuzzy",
        help="Use the fuzzy request of each task, or the concrete one [default: concrete; mcp-bench: fuzzy].",
    ),
]
Pictures = Annotated[
    PicturesChoice,
    Option(
        help="Pictures that the agent gets: the task's own (given), blank files (none), another task's "
        "(wrong), or the same scenes at a camera level (clean, handheld, hard)."
    ),
]
WithoutPerception = Annotated[
    bool, Option("--without-perception", help="Do not mount the OCR, detection and code-scanning servers.")
]
BundledOnly = Annotated[
    bool, Option("--bundled-only", help="Leave out tasks that need servers that are not bundled.")
]
SkipMissing = Annotated[
    bool, Option("--skip-missing", help="Leave out tasks that need a program that is not installed.")
]
PerFamily = Annotated[int | None, Option(min=1, help="Use only the first N tasks of each family.")]
Epochs = Annotated[int, Option(min=1, help="Number of attempts per task.")]
Seed = Annotated[int, Option(help="Seed for random choices of the agent and the mode.")]
MaxConcurrent = Annotated[
    int | None,
    Option("--concurrent-calls", min=1, help="Maximum number of calls in one step [default: the agent's]."),
]
Concurrency = Annotated[
    int | None, Option(min=1, help="Number of tasks at a time, in each worker [default: 4].")
]
InFlight = Annotated[
    int | None,
    Option(
        "--concurrent-requests",
        min=1,
        help="Number of requests to the model at a time, over all workers [default: 8 for each worker].",
    ),
]
Retries = Annotated[
    int | None, Option(min=0, help="Retries after a failure that is not the agent's fault [default: 2].")
]
TaskTimeout = Annotated[
    float | None,
    Option(
        min=0.001,
        help="Time limit per task in seconds. Waiting for the provider does not count [default: 600].",
    ),
]
ReplyTimeout = Annotated[
    float | None,
    Option(
        "--reply-timeout",
        "--model-timeout",
        min=0.001,
        help="Time limit per model reply in seconds. A model that is still writing then fails the task; a "
        "provider that sends nothing is tried again [default: 120].",
    ),
]
Context = Annotated[
    int | None,
    Option(
        min=1,
        metavar="TOKENS",
        help="Context window of the model. Tools that do not fit are shortened, then only the nearest ones "
        "are shown [default: as known of the model, or as the endpoint says].",
    ),
]
ProviderWait = Annotated[
    float | None,
    Option(
        min=0.0, help="Maximum total wait between retries of one model request, in seconds [default: 120]."
    ),
]
ServerMemory = Annotated[
    int | None,
    Option(
        min=1,
        metavar="MB",
        help="Memory of third-party servers, in each worker. Above it, idle ones are stopped until they are "
        "called again [default: half of the machine's].",
    ),
]
NoProbe = Annotated[bool, Option("--no-probe", help="Skip the test request before the run starts.")]
Preflight = Annotated[
    bool,
    Option(
        "--preflight",
        help="First check whether tools and their results reach the agent (`m3bench agents check`). The run "
        "does not start if something failed that it needs.",
    ),
]
TextOnly = Annotated[
    bool,
    Option(
        "--blind",
        "--text-only",
        help="Replace pictures in the model's input with text notes from the start. Without it, this happens "
        "when the endpoint refuses pictures.",
    ),
]
Accepts = Annotated[
    list[MediaKind] | None,
    Option(
        help="Content that the model takes beside text, instead of what is known of it: "
        f"{', '.join(MediaKind)}. Other sounds, films and documents are described to it. Repeatable."
    ),
]
StrictFormat = Annotated[
    bool,
    Option(
        "--strict-format",
        help="Do not carry out calls that have to be repaired to be read; count them as illegal_format.",
    ),
]
MaxCost = Annotated[float | None, Option(min=0.0, help="Cost limit of the run in US dollars.")]
MaxTokens = Annotated[int | None, Option(min=0, help="Token limit of the run.")]
Record = Annotated[Path | None, Option(resolve_path=True, help="Record the servers' answers in this folder.")]
Replay = Annotated[
    Path | None,
    Option(resolve_path=True, help="Answer calls from recordings in this folder, without servers."),
]
Cache = Annotated[
    Path | None,
    Option(resolve_path=True, help="Folder of cached model replies. Repeated requests are answered from it."),
]
Config = Annotated[
    Paths, Option(resolve_path=True, help="MCP client configuration with further servers. Repeatable.")
]
Live = Annotated[
    bool, Option("--live", help="Replace bundled servers with those of --config and the catalog.")
]
Data = Annotated[
    Path | None,
    Option(
        metavar="PATH",
        resolve_path=True,
        help="For m3-original: folder with its JSON files and images/. For mcpverse: file of its questions. "
        "For mcp-bench: folder of its tasks.",
    ),
]
Sandbox = Annotated[
    SandboxMode | None,
    Option(
        help="Run third-party servers and agent programs in a sandbox: auto (if bubblewrap is installed), "
        "require or off [default: auto].",
        show_default=False,
    ),
]
AgentEnv = Annotated[
    Strings, Option(metavar="NAME", help="Environment variable to pass to the agent's program. Repeatable.")
]
AgentRead = Annotated[
    Paths, Option(metavar="PATH", help="Path that the agent's program may read in the sandbox. Repeatable.")
]
AgentNetwork = Annotated[
    bool, Option("--agent-network", help="Give the agent's program network access in the sandbox.")
]
ResourceLimit = Annotated[
    Strings,
    Option(
        metavar="NAME=VALUE",
        help="Limit of a workspace, or of the processes of an agent's program or a server: "
        f"{', '.join(RESOURCE_NAMES)}. Sizes are written as 512MB or 2GB. Repeatable.",
    ),
]
Out = Annotated[Path | None, Option(help="Run folder [default: a new one below runs/].")]
Resume = Annotated[
    Path | None,
    Option(metavar="DIR", help="Resume the run in this folder.", autocompletion=complete_runs),
]
