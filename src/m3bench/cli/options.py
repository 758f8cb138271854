"""Options that several commands share."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from typer import Argument, Option
from typer.models import OptionInfo

from m3bench.cli.completion import complete_runs, complete_suites
from m3bench.core import UsageError
from m3bench.worlds import DEFAULT_NOW, World, make_world

Strings: TypeAlias = list[str] | None
Paths: TypeAlias = list[Path] | None


class ProfileName(StrEnum):
    """The definitions of the metrics."""

    TYPED = "typed"
    M3 = "m3"
    M3_RELEASED = "m3-released"


class DuplicateChoice(StrEnum):
    """Treatment of a repeated id."""

    ERROR = "error"
    FIRST = "first"
    LAST = "last"


Keep = Literal["error", "first", "last"]


class Extra(StrEnum):
    """Metrics beyond the six of the profile."""

    MATCH = "match"
    STRUCTURE = "structure"
    PLANNING = "planning"
    SELF_REVIEW = "inspection"


RunPath = Annotated[Path, Argument(help="A run folder.", show_default=False, autocompletion=complete_runs)]
SuiteName = Annotated[
    str,
    Argument(
        help="A suite (m3, smoke) or a file of tasks.", show_default=False, autocompletion=complete_suites
    ),
]

# Tasks
Family = Annotated[Strings, Option("--family", help="Use only tasks of this family. Repeatable.")]
Limit = Annotated[int | None, Option(min=1, help="Use only the first N tasks.")]
Fuzzy = Annotated[bool, Option("--fuzzy", help="Use the fuzzy request of each task.")]
SuiteSize = Annotated[
    int | None,
    Option(
        min=1, help="Number of tasks, spread evenly over the families [default: as in the released suite]."
    ),
]

# Models and agents
BaseUrl = Annotated[
    str | None, Option(help="URL of an OpenAI-compatible endpoint (vLLM, Ollama, llama.cpp, OpenRouter).")
]
Judge = Annotated[
    str | None,
    Option(
        help="Model that decides what code cannot: what pictures and documents show, and whether an answer "
        "agrees with the key. NAME@URL sets its endpoint."
    ),
]
MaxSteps = Annotated[
    int | None, Option(min=1, help="Maximum number of steps per task [default: the agent's].")
]
Concurrency = Annotated[int, Option(min=1, help="Number of tasks at a time, in each worker.")]
Config = Annotated[Paths, Option(help="MCP client configuration with further servers. Repeatable.")]

# Scoring
References = Annotated[
    Paths,
    Option(
        "--reference",
        "-r",
        help="Tasks with reference trajectories. Repeat the option to add alternative references.",
    ),
]
Duplicates = Annotated[DuplicateChoice, Option(help="Which record to keep if an id is repeated.")]
ProfileOption = Annotated[
    ProfileName,
    Option(
        help="Definition of the metrics: typed (arguments by type), m3 (as in the paper) or m3-released "
        "(as in the released scorer)."
    ),
]
Weak = Annotated[float | None, Option(help="τ_weak: similarity from which two calls may match [0.6].")]
Strong = Annotated[
    float | None, Option(help="τ_strong: similarity from which arguments count as faithful [0.8].")
]
EncoderName = Annotated[
    str,
    Option(
        "--encoder",
        help="A name from `m3bench list encoders`, minilm=SOURCE, or hf:FOLDER for an ONNX model.",
    ),
]
NoCache = Annotated[bool, Option("--no-cache", help="Do not read or write the embedding cache.")]
AnyFormat = Annotated[
    str | None, Option(help="Format of the file, from `m3bench list formats` [default: detected].")
]
Seed = Annotated[int, Option(help="Seed of the permutation tests between runs.")]

# The simulated world
WorldSeed = Annotated[int, Option(help="Seed of the simulated world that the servers answer from.")]
WorldNow = Annotated[str, Option("--now", help="Current time in the simulated world.")]
DEFAULT_NOW_TEXT = DEFAULT_NOW.strftime("%Y-%m-%dT%H:%M:%SZ")


def plain_setting(value: object) -> object:
    """Return the value of an option as settings take it."""
    if isinstance(value, list):
        return tuple(map(plain_setting, value))
    return str(value.absolute()) if isinstance(value, Path) else value


def json_file(text: str) -> OptionInfo:
    """Return `--json FILE` with its help."""
    option: OptionInfo = Option("--json", metavar="FILE", help=text)
    return option


# Local web pages
Port = Annotated[
    int, Option(min=0, max=65_535, show_default=False, help="Port to listen on [default: any that is free].")
]
OpenBrowser = Annotated[bool, Option("--open", help="Open the page in a browser.")]


def chosen_world(seed: int, now: str) -> World:
    """Return the world that `--seed` and `--now` describe."""
    try:
        moment = datetime.fromisoformat(now)
    except ValueError:
        raise UsageError(f"{now!r} is not a time.", f"Write it as {DEFAULT_NOW_TEXT}.") from None
    return make_world(seed, moment if moment.tzinfo else moment.replace(tzinfo=UTC))
