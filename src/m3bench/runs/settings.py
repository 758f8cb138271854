"""What a run is to be: everything that decides its result, and the limits it keeps."""

from __future__ import annotations

import msgspec

from m3bench.core import UsageError
from m3bench.hosting import SandboxMode, parse_mode
from m3bench.models import ModelRef
from m3bench.suites import Pictures, SuiteRef, WorldRef

_PROGRAM = "command:"


class RunSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides the result of a run. A resumed run has those that it began with."""

    suite: SuiteRef
    agent: str
    model: ModelRef = ModelRef()
    judge: str | None = None
    """The model that looks at pictures for checks; `NAME@http…` has an address of its own."""
    world: WorldRef = WorldRef()
    mode: str = "oracle"
    epochs: int = 1
    seed: int = 0
    without_perception: bool = False
    """OCR, detectors and scanners of codes are not mounted."""
    max_steps: int | None = None
    max_concurrent: int | None = None
    encoder: str = "minilm"
    configs: tuple[str, ...] = ()
    """Files with further MCP servers."""
    live: bool = False
    """These, and installed ones of the catalog, take the place of bundled servers of their names."""
    record: str | None = None
    replay: str | None = None
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
    pictures = settings.suite.pictures
    found = [told[pictures]] if pictures in told else []
    return [*found, "no perception tools"] if settings.without_perception else found


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
