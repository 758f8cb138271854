"""Options that several verbs share."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from m3bench.core import UsageError
from m3bench.world import DEFAULT_NOW, World


class ProfileName(StrEnum):
    """The definitions of the metrics."""

    TYPED = "typed"
    M3 = "m3"
    M3_RELEASED = "m3-released"


class FormatName(StrEnum):
    """The file formats."""

    M3 = "m3"
    MCP_BENCH = "mcp_bench"
    MCPVERSE = "mcpverse"
    OPENAI = "openai"
    INSPECT = "inspect"
    OTEL = "otel"
    JSONL = "jsonl"


class DuplicateChoice(StrEnum):
    """What to do with a repeated id."""

    ERROR = "error"
    FIRST = "first"
    LAST = "last"


Keep = Literal["error", "first", "last"]


class Extra(StrEnum):
    """Metrics beside the six."""

    MATCH = "match"
    STRUCTURE = "structure"


References = Annotated[
    list[Path] | None,
    typer.Option(
        "--reference",
        "-r",
        help="Tasks with reference trajectories. Given several times, the files hold alternative references.",
    ),
]
Duplicates = Annotated[
    DuplicateChoice, typer.Option(help="Which record to keep where an id occurs more than once.")
]
ProfileOption = Annotated[
    ProfileName,
    typer.Option(
        help="Definition of the metrics: arguments by type, the paper's text, or the released scorer's."
    ),
]
Weak = Annotated[float | None, typer.Option(help="τ_weak: similarity from which two calls may match [0.6].")]
Strong = Annotated[
    float | None, typer.Option(help="τ_strong: similarity from which arguments count as faithful [0.8].")
]
EncoderName = Annotated[
    str,
    typer.Option(
        "--encoder",
        help="minilm, hashing, exact, minilm=SOURCE, or hf:FOLDER for a sentence encoder in ONNX.",
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do not read or write the embedding cache.")]
AnyFormat = Annotated[FormatName | None, typer.Option(help="Format of the file [default: told by content].")]
WorldSeed = Annotated[int, typer.Option("--seed", help="Which world the servers answer from.")]
WorldNow = Annotated[str, typer.Option("--now", help="What time it is there.")]
DEFAULT_NOW_TEXT = DEFAULT_NOW.strftime("%Y-%m-%dT%H:%M:%SZ")


def world_of(seed: int, now: str) -> World:
    """The world that the options describe."""
    try:
        moment = datetime.fromisoformat(now)
    except ValueError:
        raise UsageError(f"{now!r} is no time.", f"Write it as {DEFAULT_NOW_TEXT}.") from None
    return World(seed, moment if moment.tzinfo else moment.replace(tzinfo=UTC))


Seed = Annotated[int, typer.Option(help="Seed of the permutation tests between runs.")]
