"""Which servers an agent sees, and whether a model can take all of their tools."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec
import numpy as np

from m3bench.core import Task, UsageError
from m3bench.encoders import Encoder
from m3bench.hosting.mounting.tokens import ESTIMATE_MARGIN, count_tools
from m3bench.hosting.tool import Tool

_MODE = re.compile(r"([a-z]+)(?::([0-9]+))?(?:\+([0-9]+))?")
_MODE_HINT = "Modes are oracle, standard, max and retrieve:K; +N adds N distractor servers, as in oracle+5."
_MOST = 100_000
_NAMED = 8


class MountKind(StrEnum):
    """How servers are selected."""

    ORACLE = "oracle"
    """The servers that the task needs."""
    STANDARD = "standard"
    """All servers that any task of the suite needs."""
    MAX = "max"
    """All available servers."""
    RETRIEVE = "retrieve"
    """The servers that best match the needs that the agent states."""


class MountMode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mount mode with its numbers. `str` returns the text that `parse_mode` reads."""

    kind: MountKind
    top: int = 0
    """Number of servers to retrieve."""
    distractors: int = 0

    def __str__(self) -> str:
        top = f":{self.top}" if self.kind is MountKind.RETRIEVE else ""
        return f"{self.kind}{top}{f'+{self.distractors}' if self.distractors else ''}"


class ServerInfo(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A server before it is mounted."""

    name: str
    tools: tuple[Tool, ...] = ()
    problem: str | None = None
    """Why it cannot be mounted, and what to do."""


class MountedServers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The servers that an agent sees, in order: those of the mode, then the distractors."""

    servers: tuple[str, ...]
    distractors: tuple[str, ...] = ()
    left_out: dict[str, str] = {}
    """Servers of the mode that are not available, with the reason."""


class CallingMode(StrEnum):
    """How a model learns about tools."""

    NATIVE = "native"
    PROMPTED = "prompted"


class ToolBudget(msgspec.Struct, frozen=True, omit_defaults=True):
    """How tools are passed to the model, and their cost."""

    calling: CallingMode
    tools: int
    tokens: int
    note: str | None = None
    """Why calling is not native although it was requested."""


class Retriever:
    """Ranks servers by similarity to stated needs. Descriptions are encoded once."""

    def __init__(self, encoder: Encoder, infos: Iterable[ServerInfo]) -> None:
        described = sorted((info.name, description(info)) for info in infos if info.problem is None)
        self._encoder = encoder
        self._names = [name for name, _ in described]
        self._vectors = encoder.encode([text for _, text in described])

    def top(self, needs: Sequence[str], count: int) -> tuple[str, ...]:
        """Return the most similar servers, best first. The most similar need of a server counts."""
        if not needs or not self._names:
            return ()
        nearness = np.max(self._encoder.encode(list(needs)) @ self._vectors.T, axis=0)
        # Rounded, because the last decimals differ between processors. Ties are broken by name.
        order = np.argsort(-np.round(nearness.astype(np.float64), 6), kind="stable")
        return tuple(self._names[index] for index in order[:count])


def description(info: ServerInfo) -> str:
    """Describe a server: name and tool names first, because encoders truncate long texts."""
    names = ", ".join(_as_words(tool.name) for tool in info.tools)
    details = " ".join(" ".join(tool.description.split()) for tool in info.tools if tool.description)
    return f"{_as_words(info.name)}: {names}. {details}".strip()


def parse_mode(text: str) -> MountMode:
    """Parse ``oracle``, ``standard+10``, ``max`` or ``retrieve:5+3``."""
    match = _MODE.fullmatch(text.strip())
    if match is None or match[1] not in tuple(MountKind):
        raise UsageError(f"{text!r} is not a mount mode.", _MODE_HINT)
    kind, top, distractors = MountKind(match[1]), _number(match[2], text), _number(match[3], text)
    if (kind is MountKind.RETRIEVE) != (match[2] is not None) or (match[2] is not None and top == 0):
        wrong = "requires a number of servers, at least 1" if kind is MountKind.RETRIEVE else "takes no ':'"
        raise UsageError(f"{text!r} is not a mount mode: {kind} {wrong}.", _MODE_HINT)
    return MountMode(kind, top, distractors)


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


def fit_tools(
    tools: Sequence[Tool],
    tool_limit: int | None,
    token_limit: int | None,
    native: bool,
    *,
    prompted_allowed: bool = True,
) -> ToolBudget:
    """Decide how to pass these tools to a model.

    Args:
        tools: The mounted tools.
        tool_limit: Tools that the provider accepts natively.
        token_limit: Tokens that the tool list may take.
        native: Whether native tool calling is requested.
        prompted_allowed: Whether tools may be described in the prompt if there are too many.

    Raises:
        UsageError: The tools exceed a limit.
    """
    tokens = _tokens(tools, token_limit)
    if token_limit is not None and tokens > token_limit:
        raise UsageError(
            f"{len(tools)} tools take {tokens:,} tokens; the model has room for {token_limit:,}.",
            "Mount fewer servers (oracle, retrieve:K, fewer distractors), or use a larger context window.",
        )
    if not native:
        return ToolBudget(CallingMode.PROMPTED, len(tools), tokens)
    if tool_limit is None or len(tools) <= tool_limit:
        return ToolBudget(CallingMode.NATIVE, len(tools), tokens)
    over = f"{len(tools):,} tools are mounted; the provider accepts {tool_limit:,}"
    if not prompted_allowed:
        raise UsageError(
            f"{over}.", "Mount fewer servers, or allow prompted calling, which has no limit on tools."
        )
    return ToolBudget(
        CallingMode.PROMPTED, len(tools), tokens, f"{over}. The tools are described in the prompt instead"
    )


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
    """Select distractors: those that the task names first, then by a hash of seed, task and name.

    Hence +5 is a prefix of +10, and a new server displaces few others.
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
    drawn = sorted(free, key=lambda name: (name not in task.distractors, _draw(seed, task.id, name)))
    return tuple(drawn[: mode.distractors])


def _draw(seed: int, task_id: str, name: str) -> tuple[bytes, str]:
    text = f"{seed}\0{task_id}\0{name}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), name


def _tokens(tools: Sequence[Tool], limit: int | None) -> int:
    """Estimate the tokens. Count exactly if the estimate is too close to the limit."""
    estimated = count_tools(tools, exact=False)
    if limit is None or abs(estimated - limit) > ESTIMATE_MARGIN * max(estimated, limit):
        return estimated
    return count_tools(tools)


def _as_words(name: str) -> str:
    return re.sub(r"[_\-./]+", " ", name).strip()
