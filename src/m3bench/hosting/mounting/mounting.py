"""Which servers an agent sees, and whether a model can take their tools."""

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


class Way(StrEnum):
    """How servers are chosen."""

    ORACLE = "oracle"
    """The task's own."""
    STANDARD = "standard"
    """All that any task of the suite needs."""
    MAX = "max"
    """Everything available."""
    RETRIEVE = "retrieve"
    """Those that fit best to what the agent says it needs."""


class Mode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way of mounting, with its numbers. `str` gives the text that `parse_mode` reads."""

    way: Way
    top: int = 0
    """How many servers are retrieved."""
    distractors: int = 0

    def __str__(self) -> str:
        top = f":{self.top}" if self.way is Way.RETRIEVE else ""
        return f"{self.way}{top}{f'+{self.distractors}' if self.distractors else ''}"


class ServerInfo(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is known of a server before it is mounted."""

    name: str
    tools: tuple[Tool, ...] = ()
    problem: str | None = None
    """Why it cannot be mounted; says what to do."""


class Mounted(msgspec.Struct, frozen=True, omit_defaults=True):
    """The servers that an agent sees, in order: those of the mode, then the distractors."""

    servers: tuple[str, ...]
    distractors: tuple[str, ...] = ()
    left_out: dict[str, str] = {}
    """Servers that belong to the mode and are not available, with the reason."""


class Calling(StrEnum):
    """How a model is told of tools."""

    NATIVE = "native"
    PROMPTED = "prompted"


class Fit(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the tools reach the model, and what they cost."""

    calling: Calling
    tools: int
    tokens: int
    note: str | None = None
    """Why it is not the calling that was asked for."""


class Retriever:
    """Servers by their nearness to needs. Descriptions are encoded once."""

    def __init__(self, encoder: Encoder, infos: Iterable[ServerInfo]) -> None:
        described = sorted((info.name, description(info)) for info in infos if info.problem is None)
        self._encoder = encoder
        self._names = [name for name, _ in described]
        self._vectors = encoder.encode([text for _, text in described])

    def top(self, needs: Sequence[str], count: int) -> tuple[str, ...]:
        """The nearest servers, best first. A server is as near as it is to the need that it fits best."""
        if not needs or not self._names:
            return ()
        nearness = np.max(self._encoder.encode(list(needs)) @ self._vectors.T, axis=0)
        # Rounded, since the last decimals differ between processors; ties go by name.
        order = np.argsort(-np.round(nearness.astype(np.float64), 6), kind="stable")
        return tuple(self._names[index] for index in order[:count])


def description(info: ServerInfo) -> str:
    """A server in words: name and all tool names first, since encoders cut long texts at the end."""
    names = ", ".join(_spoken(tool.name) for tool in info.tools)
    details = " ".join(" ".join(tool.description.split()) for tool in info.tools if tool.description)
    return f"{_spoken(info.name)}: {names}. {details}".strip()


def parse_mode(text: str) -> Mode:
    """Read ``oracle``, ``standard+10``, ``max`` or ``retrieve:5+3``."""
    match = _MODE.fullmatch(text.strip())
    if match is None or match[1] not in tuple(Way):
        raise UsageError(f"{text!r} is no mode of mounting.", _MODE_HINT)
    way, top, distractors = Way(match[1]), _number(match[2], text), _number(match[3], text)
    if (way is Way.RETRIEVE) != (match[2] is not None) or (match[2] is not None and top == 0):
        wrong = "needs a number of servers, at least 1" if way is Way.RETRIEVE else "takes no ':'"
        raise UsageError(f"{text!r} is no mode of mounting: {way} {wrong}.", _MODE_HINT)
    return Mode(way, top, distractors)


def mount(
    mode: Mode,
    task: Task,
    suite_servers: Sequence[str],
    available: Mapping[str, ServerInfo],
    seed: int,
    *,
    retriever: Retriever | None = None,
    needs: Sequence[str] = (),
) -> Mounted:
    """The servers that the agent sees on this task. A task whose own servers are not there is refused."""
    _require(task, available)
    if mode.way is Way.RETRIEVE:
        wanted = _retrieved(mode, retriever, needs)
    else:
        wanted = _fixed(mode.way, task, suite_servers, available)
    left_out = {name: reason for name in wanted if (reason := _problem(name, available)) is not None}
    servers = tuple(name for name in wanted if name not in left_out)
    distractors = _distractors(mode, task, servers, available, seed)
    return Mounted((*servers, *distractors), distractors, left_out)


def fit(
    tools: Sequence[Tool],
    tool_limit: int | None,
    token_limit: int | None,
    native: bool,
    *,
    prompted_allowed: bool = True,
) -> Fit:
    """Whether a model that takes so many tools and tokens can be told of these; a refusal is a UsageError."""
    tokens = _tokens(tools, token_limit)
    if token_limit is not None and tokens > token_limit:
        raise UsageError(
            f"{len(tools)} tools take {tokens:,} tokens, and the model has room for {token_limit:,}.",
            "Mount fewer servers (oracle, retrieve:K, fewer distractors), or choose a model with more room.",
        )
    if not native:
        return Fit(Calling.PROMPTED, len(tools), tokens)
    if tool_limit is None or len(tools) <= tool_limit:
        return Fit(Calling.NATIVE, len(tools), tokens)
    over = f"{len(tools):,} tools are mounted, and the provider takes {tool_limit:,}"
    if not prompted_allowed:
        raise UsageError(
            f"{over}.", "Mount fewer servers, or allow prompted calling, which has no limit on tools."
        )
    return Fit(Calling.PROMPTED, len(tools), tokens, f"{over}: tools are described in the prompt instead")


def _number(digits: str | None, text: str) -> int:
    if digits is not None and len(digits) > len(str(_MOST)):
        raise UsageError(f"{text!r} is no mode of mounting: {digits[:12]}… is too large.", _MODE_HINT)
    return int(digits or 0)


def _require(task: Task, available: Mapping[str, ServerInfo]) -> None:
    problems = [
        f"{name} ({problem})" for name in task.servers if (problem := _problem(name, available)) is not None
    ]
    if problems:
        raise UsageError(
            f"Task {task.id} needs servers that are not available: {'; '.join(problems)}.",
            "Make them available, or leave the task out.",
        )


def _problem(name: str, available: Mapping[str, ServerInfo]) -> str | None:
    return available[name].problem if name in available else "not in the catalog"


def _fixed(
    way: Way, task: Task, suite_servers: Sequence[str], available: Mapping[str, ServerInfo]
) -> list[str]:
    further = {Way.ORACLE: (), Way.STANDARD: suite_servers, Way.MAX: sorted(available)}[way]
    return list(dict.fromkeys([*task.servers, *further]))


def _retrieved(mode: Mode, retriever: Retriever | None, needs: Sequence[str]) -> list[str]:
    if retriever is None:
        raise UsageError(f"The mode {mode} needs an encoder.", "Choose one, for example --encoder minilm.")
    return list(retriever.top(needs, mode.top))


def _distractors(
    mode: Mode, task: Task, mounted: Sequence[str], available: Mapping[str, ServerInfo], seed: int
) -> tuple[str, ...]:
    """Those that the task names first, then by a hash of seed, task and name.

    So +5 is the beginning of +10, and a new server moves few others.
    """
    if not mode.distractors:
        return ()
    taken = {*mounted, *task.servers}
    free = [name for name, info in available.items() if info.problem is None and name not in taken]
    if len(free) < mode.distractors:
        raise UsageError(
            f"{mode} asks for {mode.distractors} distractor servers on task {task.id}, and "
            f"{len(free)} are left: {', '.join(sorted(free)[:_NAMED]) or 'none'}.",
            "Ask for fewer, or install more servers.",
        )
    drawn = sorted(free, key=lambda name: (name not in task.distractors, _draw(seed, task.id, name)))
    return tuple(drawn[: mode.distractors])


def _draw(seed: int, task_id: str, name: str) -> tuple[bytes, str]:
    text = f"{seed}\0{task_id}\0{name}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), name


def _tokens(tools: Sequence[Tool], limit: int | None) -> int:
    """An estimate; the exact count where the estimate cannot tell on which side of the limit it is."""
    estimated = count_tools(tools, exact=False)
    if limit is None or abs(estimated - limit) > ESTIMATE_MARGIN * max(estimated, limit):
        return estimated
    return count_tools(tools)


def _spoken(name: str) -> str:
    return re.sub(r"[_\-./]+", " ", name).strip()
