"""What a run is to be: everything that decides its result, and the limits it keeps."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from m3bench.core import UsageError
from m3bench.hosting import SandboxMode, parse_mode
from m3bench.models import Settings as ModelSettings
from m3bench.world import DEFAULT_NOW, DEFAULT_SEED

_PROGRAM = "command:"


class Pictures(StrEnum):
    """Which pictures an agent gets."""

    GIVEN = "given"
    """Those of the task."""
    NONE = "none"
    """None in messages; blank files of the same size in the workspace."""
    WRONG = "wrong"
    """Those of another task of the family, under the names of the task's own."""


class RunSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """As on the command line. Kept in the manifest; a resumed run has those that it began with."""

    suite: str
    agent: str
    model: str | None = None
    base_url: str | None = None
    judge: str | None = None
    """The model that looks at pictures for checks; `NAME@http…` has an address of its own."""
    model_settings: ModelSettings = ModelSettings()
    mode: str = "oracle"
    fuzzy: bool = False
    limit: int | None = None
    families: tuple[str, ...] = ()
    per_family: int | None = None
    """Only the first so many tasks of each family."""
    epochs: int = 1
    seed: int = 0
    world_seed: int = DEFAULT_SEED
    world_now: datetime = DEFAULT_NOW
    pictures: Pictures = Pictures.GIVEN
    without_perception: bool = False
    """OCR, detectors and scanners of codes are not mounted."""
    max_steps: int | None = None
    max_concurrent: int | None = None
    encoder: str = "minilm"
    configs: tuple[str, ...] = ()
    """Files with further MCP servers."""
    live: bool = False
    """These, and installed ones of the catalog, take the place of bundled servers of their names."""
    data: str | None = None
    """Where M³-Bench's own tasks and pictures are."""
    record: str | None = None
    replay: str | None = None
    cache: str | None = None
    """A folder of the model's replies."""
    text_only: bool = False
    """The model gets notes in the place of pictures."""
    sandbox: SandboxMode = SandboxMode.AUTO
    """Of third-party servers and of programs as agents."""
    agent_env: tuple[str, ...] = ()
    """Names of variables of the user's that a program as agent gets."""
    agent_read: tuple[str, ...] = ()
    """Files and folders that it may read in the sandbox, beside its own."""
    agent_network: bool = False
    """It may use the network in the sandbox."""


class RunLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a run may use. Kept in the manifest; they hold for every session until somebody changes them."""

    concurrency: int = 4
    retries: int = 2
    """Further tries after a failure of the server's or the harness's."""
    task_timeout: float | None = 600.0
    """Seconds that an agent may work on a task. Waiting for the provider does not count."""
    max_cost: float | None = None
    max_tokens: int | None = None
    model_timeout: float = 120.0
    """Seconds that one reply may take."""
    provider_wait: float = 120.0
    """Seconds that one request may wait in all between tries: longer than a provider that refuses everything
    for a minute."""
    in_flight: int = 8
    """Requests to the model at a time."""


def ablations(settings: RunSettings) -> list[str]:
    """What the agent had to do without, in words; empty for a plain run."""
    told = {Pictures.NONE: "no pictures", Pictures.WRONG: "pictures of other tasks"}
    found = [told[settings.pictures]] if settings.pictures in told else []
    return [*found, "no perception tools"] if settings.without_perception else found


def differences(settings: RunSettings, other: RunSettings) -> dict[str, tuple[Any, Any]]:
    """Which settings are not the same, by name."""
    pairs = {name: (getattr(settings, name), getattr(other, name)) for name in settings.__struct_fields__}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def check_settings(settings: RunSettings) -> None:
    """What cannot work is said before anything is started."""
    parse_mode(settings.mode)
    if settings.record is not None and settings.replay is not None:
        raise UsageError("--record and --replay do not go together.", "Record first, then replay.")
    given = settings.agent_env or settings.agent_read or settings.agent_network
    if given and not settings.agent.startswith(_PROGRAM):
        raise UsageError(
            "--agent-env, --agent-read and --agent-network are for programs as agents.",
            f"Leave them out, or name a program: --agent {_PROGRAM}./agent.sh",
        )
