"""Which servers an agent sees."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from m3bench.core import Task, UsageError
from m3bench.hosting.tool import Tool

if TYPE_CHECKING:
    from m3bench.hosting.mounting.retrieval import Retriever

_MODE = re.compile(r"([a-z]+)(?::([0-9]+|[a-z]+))?(?:\+([0-9]+))?")
_MODE_HINT = (
    "Modes are oracle, standard, max and retrieve:K; max:65, max:all and max:synthetic name the servers; "
    "+N adds N distractor servers, as in oracle+5."
)
_MOST = 100_000
_NAMED = 8


class ServerInfo(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A server before it is mounted."""

    name: str
    tools: tuple[Tool, ...] = ()
    problem: str | None = None
    """Why it cannot be mounted, and what to do."""
    bundled: bool = False
    """Whether it is the same on every machine."""


class MountKind(StrEnum):
    """How servers are selected."""

    ORACLE = "oracle"
    """The servers that the task needs."""
    STANDARD = "standard"
    """All servers that any task of the suite needs."""
    MAX = "max"
    """All available servers, or a named set of them."""
    RETRIEVE = "retrieve"
    """The servers that best match the needs that the agent states."""


class MaxScale(StrEnum):
    """Which servers the mode `max` mounts."""

    INSTALLED = ""
    """All that can be started."""
    PAPER = "65"
    """65 servers with 552 tools: as many as MCPVerse mounts."""
    EVERYTHING = "all"
    """The whole catalog."""
    SYNTHETIC = "synthetic"
    """All that can be started, the bundled ones of all collections, and the synthetic ones."""


class MountMode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mount mode with its numbers. `str` returns the text that `parse_mode` reads."""

    kind: MountKind
    top: int = 0
    """Number of servers to retrieve."""
    distractors: int = 0
    scale: MaxScale = MaxScale.INSTALLED
    """Of the mode `max`."""

    @property
    def draws(self) -> bool:
        """Whether it mounts servers that no task names."""
        return self.kind in (MountKind.MAX, MountKind.RETRIEVE) or self.distractors > 0

    def __str__(self) -> str:
        number = str(self.top) if self.kind is MountKind.RETRIEVE else self.scale.value
        return f"{self.kind}{number and f':{number}'}{f'+{self.distractors}' if self.distractors else ''}"


class MountedServers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The servers that an agent sees, in order: those of the mode, then the distractors."""

    servers: tuple[str, ...]
    distractors: tuple[str, ...] = ()
    left_out: dict[str, str] = {}
    """Servers of the mode that are not available, with the reason."""


def parse_mode(text: str) -> MountMode:
    """Parse ``oracle``, ``standard+10``, ``max``, ``max:65`` or ``retrieve:5+3``."""
    match = _MODE.fullmatch(text.strip())
    if match is None or match[1] not in tuple(MountKind):
        raise UsageError(f"{text!r} is not a mount mode.", _MODE_HINT)
    kind, given, distractors = MountKind(match[1]), match[2], _number(match[3], text)
    if problem := _problem_of(kind, given):
        raise UsageError(f"{text!r} is not a mount mode: {kind} {problem}.", _MODE_HINT)
    if kind is MountKind.MAX:
        return MountMode(kind, distractors=distractors, scale=MaxScale(given or ""))
    return MountMode(kind, _number(given, text), distractors)


def _problem_of(kind: MountKind, given: str | None) -> str | None:
    """Return what is wrong with what stands after the colon."""
    if kind is MountKind.RETRIEVE:
        is_number = given is not None and given.isdigit() and given.strip("0")
        return None if is_number else "requires a number of servers, at least 1"
    if kind is MountKind.MAX:
        return None if given is None or given in tuple(MaxScale) else "takes 65, all or synthetic"
    return None if given is None else "takes no ':'"


def mount(
    mode: MountMode,
    task: Task,
    suite_servers: Sequence[str],
    available: Mapping[str, ServerInfo],
    seed: int,
    *,
    retriever: Retriever | None = None,
    needs: Sequence[str] = (),
) -> MountedServers:
    """Select the servers that the agent sees on this task.

    Args:
        mode: How servers are selected, and how many distractors are added.
        task: The task. Its servers must be available.
        suite_servers: The servers that any task of the suite needs.
        available: All servers, by name.
        seed: Selects the distractors.
        retriever: Required by the mode ``retrieve``.
        needs: What the agent says it needs.

    Raises:
        UsageError: A server of the task is not available, or there are too few distractors.
    """
    _require(task, available)
    if mode.kind is MountKind.RETRIEVE:
        wanted = _retrieved(mode, retriever, needs)
    else:
        wanted = _fixed(mode.kind, task, suite_servers, available)
    left_out = {name: reason for name in wanted if (reason := _problem(name, available)) is not None}
    servers = tuple(name for name in wanted if name not in left_out)
    distractors = _distractors(mode, task, servers, available, seed)
    return MountedServers((*servers, *distractors), distractors, left_out)


def _number(digits: str | None, text: str) -> int:
    if digits is not None and len(digits) > len(str(_MOST)):
        raise UsageError(f"{text!r} is not a mount mode: {digits[:12]}… is too large.", _MODE_HINT)
    return int(digits or 0)


def _require(task: Task, available: Mapping[str, ServerInfo]) -> None:
    problems = [
        f"{name} ({problem})" for name in task.servers if (problem := _problem(name, available)) is not None
    ]
    if problems:
        raise UsageError(
            f"Task {task.id} requires servers that are not available: {'; '.join(problems)}.",
            "Make them available, or exclude the task.",
        )


def _problem(name: str, available: Mapping[str, ServerInfo]) -> str | None:
    return available[name].problem if name in available else "not in the catalog"


def _fixed(
    kind: MountKind, task: Task, suite_servers: Sequence[str], available: Mapping[str, ServerInfo]
) -> list[str]:
    further = {MountKind.ORACLE: (), MountKind.STANDARD: suite_servers, MountKind.MAX: sorted(available)}[
        kind
    ]
    return list(dict.fromkeys([*task.servers, *further]))


def _retrieved(mode: MountMode, retriever: Retriever | None, needs: Sequence[str]) -> list[str]:
    if retriever is None:
        raise UsageError(f"Mode {mode} requires an encoder.", "Choose one, for example --encoder minilm.")
    return list(retriever.top(needs, mode.top))


def _distractors(
    mode: MountMode, task: Task, mounted: Sequence[str], available: Mapping[str, ServerInfo], seed: int
) -> tuple[str, ...]:
    """Select distractors: those that the task names first, then bundled ones, then others.

    Among these, a hash of seed, task and name decides. Hence +5 is a prefix of +10, a new server displaces
    few others, and as long as bundled ones suffice, what is installed does not matter.
    """
    if not mode.distractors:
        return ()
    taken = {*mounted, *task.servers}
    free = [name for name, info in available.items() if info.problem is None and name not in taken]
    if len(free) < mode.distractors:
        raise UsageError(
            f"{mode} requires {mode.distractors} distractor servers on task {task.id}, but only "
            f"{len(free)} are available: {', '.join(sorted(free)[:_NAMED]) or 'none'}.",
            "Use fewer distractors, or install more servers.",
        )
    drawn = sorted(
        free,
        key=lambda name: (
            name not in task.distractors,
            not available[name].bundled,
            _draw(seed, task.id, name),
        ),
    )
    return tuple(drawn[: mode.distractors])


def _draw(seed: int, task_id: str, name: str) -> tuple[bytes, str]:
    text = f"{seed}\0{task_id}\0{name}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), name
