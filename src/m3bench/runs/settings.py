"""Settings and limits of a run."""

from __future__ import annotations

import msgspec

from m3bench.agents import PRESET_PREFIX
from m3bench.core import NO_USER, USER_BY_RULES, UsageError
from m3bench.hosting import DEFAULT_LIMITS, ResourceLimits, SandboxMode, parse_mode
from m3bench.models import ModelRef
from m3bench.suites import Pictures, SuiteRef, WorldRef

_PROGRAM = "command:"
_PROGRAMS = (_PROGRAM, PRESET_PREFIX)
_GOOGLE = "google/"
IN_FLIGHT = 8


class RunSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides the result of a run. A resumed run keeps its settings."""

    suite: SuiteRef
    agent: str
    model: ModelRef = ModelRef()
    judge: str | None = None
    """The model that decides what checks leave open; `NAME@http…` has its own address."""
    user: str = USER_BY_RULES
    """Who plays the users of tasks: `rules`, `none`, or a model, as for `judge`."""
    world: WorldRef = WorldRef()
    mode: str = "oracle"
    epochs: int = 1
    seed: int = 0
    without_perception: bool = False
    """Do not mount OCR, detectors and code scanners."""
    max_steps: int | None = None
    max_concurrent: int | None = None
    encoder: str = "minilm"
    configs: tuple[str, ...] = ()
    """Configuration files of additional MCP servers."""
    live: bool = False
    """Configured servers, and installed ones of the catalog, replace bundled servers of the same name."""
    record: str | None = None
    replay: str | None = None
    bundled_only: bool = False
    """Leave out tasks that need servers that are not bundled."""
    skip_missing: bool = False
    """Leave out tasks that need a program that is not installed, such as LibreOffice."""
    sandbox: SandboxMode = SandboxMode.AUTO
    """Applies to third-party servers and to programs as agents."""
    agent_env: tuple[str, ...] = ()
    """Environment variables that are passed to a program as agent."""
    agent_read: tuple[str, ...] = ()
    """Additional files and folders that it may read in the sandbox."""
    agent_network: bool = False
    """Allow it to use the network in the sandbox."""
    strict_format: bool = False
    """Calls that have to be repaired to be read are not carried out, and end as illegal_format."""
    resource_limits: ResourceLimits = DEFAULT_LIMITS
    """What a workspace, and the processes of an agent's program or a server, may use."""


def user_model(settings: RunSettings) -> str | None:
    """Return the model that plays the users of tasks; None if none does."""
    return None if settings.user in (USER_BY_RULES, NO_USER) else settings.user


class RunLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a run may use. Stored in the manifest, and valid for every session until they are changed."""

    concurrency: int = 4
    """Tasks at a time, in each worker."""
    retries: int = 2
    """Retries after a failure of a server or the harness."""
    task_timeout: float | None = 600.0
    """Seconds that an agent may work on a task, without the time spent waiting for the provider."""
    max_cost: float | None = None
    max_tokens: int | None = None
    model_timeout: float = 120.0
    """Seconds that one reply may take: `--reply-timeout`."""
    provider_wait: float = 120.0
    """Total seconds that a request may wait between retries. Providers may refuse requests for a minute."""
    in_flight: int | None = None
    """Concurrent requests to the model, over all workers. Defaults to 8 for each worker."""


def ablations(settings: RunSettings) -> list[str]:
    """Describe what was withheld from the agent or changed for it; empty for a plain run."""
    pictures = settings.suite.pictures
    labels = {Pictures.NONE: "no pictures", Pictures.WRONG: "pictures of other tasks"}
    if pictures.camera is not None:
        labels[pictures] = f"{pictures} pictures"
    described = [labels[pictures]] if pictures in labels else []
    return [*described, "no perception tools"] if settings.without_perception else described


def check_settings(settings: RunSettings) -> None:
    """Raise `UsageError` for settings that cannot work together."""
    parse_mode(settings.mode)
    if settings.model.text_only and settings.model.accepts:
        raise UsageError("--blind and --accepts cannot be combined.", "Leave one of them out.")
    if settings.model.settings.extra_body and (settings.model.name or "").startswith(_GOOGLE):
        raise UsageError(
            "--extra-body is for chat completions and Anthropic, not for Google's API.", "Leave it out."
        )
    if settings.record is not None and settings.replay is not None:
        raise UsageError("--record and --replay cannot be combined.", "Record first, then replay.")
    given = settings.agent_env or settings.agent_read or settings.agent_network
    if given and not settings.agent.startswith(_PROGRAMS):
        raise UsageError(
            "--agent-env, --agent-read and --agent-network are for programs as agents.",
            f"Leave them out, or name a program: --agent {_PROGRAM}./agent.sh",
        )
