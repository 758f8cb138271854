"""Whether a model can take all mounted tools, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from m3bench.core import MissingExtraError, UsageError
from m3bench.hosting.mounting.modes import ServerInfo
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import ESTIMATE_MARGIN, count_tools


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


class MountSize(msgspec.Struct, frozen=True):
    """How much is mounted: what every request to a model carries."""

    servers: int
    tools: int
    tokens: int
    """Of names, descriptions and schemas, estimated."""


class ServerSizes:
    """Sizes of servers, each computed once."""

    def __init__(self) -> None:
        self._tokens: dict[str, int] = {}

    def of(self, infos: Iterable[ServerInfo]) -> MountSize:
        """Return the size of these servers together."""
        infos = tuple(infos)
        return MountSize(
            len(infos), sum(len(info.tools) for info in infos), sum(self._tokens_of(info) for info in infos)
        )

    def _tokens_of(self, info: ServerInfo) -> int:
        if info.name not in self._tokens:
            self._tokens[info.name] = count_tools(info.tools, exact=False)
        return self._tokens[info.name]


def fit_tools(
    tools: Sequence[Tool],
    tool_limit: int | None,
    token_limit: int | None,
    native: bool,
    *,
    prompted_allowed: bool = True,
    model: str | None = None,
    tokens: int | None = None,
) -> ToolBudget:
    """Decide how to pass these tools to a model.

    Args:
        tools: The mounted tools.
        tool_limit: Tools that the provider accepts natively.
        token_limit: Tokens that the tool list may take.
        native: Whether native tool calling is requested.
        prompted_allowed: Whether tools may be described in the prompt if there are too many.
        model: The name of the model, for messages.
        tokens: An estimate of their tokens, if it is known.

    Raises:
        UsageError: The tools exceed a limit.
    """
    estimated = count_tools(tools, exact=False) if tokens is None else tokens
    tokens = _near_limit(tools, estimated, token_limit)
    if token_limit is not None and tokens > token_limit:
        raise UsageError(
            f"{len(tools):,} tools take {tokens:,} tokens; {model or 'the model'} has room for "
            f"{token_limit:,}.",
            "Mount fewer servers (oracle, retrieve:K, fewer distractors), or use a larger context window.",
        )
    if not native:
        return ToolBudget(CallingMode.PROMPTED, len(tools), tokens)
    if tool_limit is None or len(tools) <= tool_limit:
        return ToolBudget(CallingMode.NATIVE, len(tools), tokens)
    over = f"{len(tools):,} tools are mounted; {model or 'the provider'} accepts {tool_limit:,}"
    if not prompted_allowed:
        raise UsageError(
            f"{over}.", "Mount fewer servers, or allow prompted calling, which has no limit on tools."
        )
    return ToolBudget(
        CallingMode.PROMPTED, len(tools), tokens, f"{over}. The tools are described in the prompt instead"
    )


def _near_limit(tools: Sequence[Tool], estimated: int, limit: int | None) -> int:
    """Return the estimate, or an exact count if the estimate is too close to the limit to decide.

    Without a tokenizer such tools are taken to fit: the provider counts exactly.
    """
    if limit is None or abs(estimated - limit) > ESTIMATE_MARGIN * max(estimated, limit):
        return estimated
    try:
        return count_tools(tools)
    except MissingExtraError:
        return min(estimated, limit)
