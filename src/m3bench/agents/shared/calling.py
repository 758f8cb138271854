"""Choose between native tool calls and tools described in the prompt."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.shared.tool_views import short_tool
from m3bench.agents.tool_view import ContextWindow
from m3bench.core import UsageError
from m3bench.hosting import Tool, ToolBudget, count_tools, fit_tools
from m3bench.hosting.mounting import CallingMode
from m3bench.models import defaults_for


def read_calling(argument: str) -> tuple[CallingMode | None, str]:
    """Split an argument into ``native`` or ``prompted``, if it starts with one, and the options."""
    word, _, rest = argument.partition(",")
    return (CallingMode(word.strip()), rest) if word.strip() in tuple(CallingMode) else (None, argument)


def choose_calling(attempt: Attempt, wanted: CallingMode | None, own: int = 0) -> CallingMode:
    """Choose how tools are offered to the model of an attempt, and note it.

    None is wanted for native calls, if the model supports them. The agent adds `own` tools. Raises
    `UsageError` if native calls are wanted, and there are more tools than the provider takes.
    """
    # Tokens are not counted again: only what fits is shown.
    budget = _fit(
        attempt.model.name, attempt.view.tools, attempt.toolbox.tokens, wanted, own, token_limit=None
    )
    attempt.notes["calling"] = f"{budget.calling}: {budget.note}" if budget.note else str(budget.calling)
    return budget.calling


def fit_model(
    model: str,
    tools: Sequence[Tool],
    tokens: int,
    wanted: CallingMode | None,
    own: int = 0,
    *,
    window: int | None = None,
) -> ToolBudget:
    """Decide how tools would be offered to a model, as `choose_calling` does, before anything is asked.

    The tools take so many `tokens` of the context `window`: None for what is known of the model. Raises
    `UsageError` also if not even one tool fits.
    """
    room = ContextWindow(window or defaults_for(model).context_window).room
    try:
        return _fit(model, tools, tokens, wanted, own, token_limit=room)
    except UsageError as error:
        if room is None or tokens <= room:
            raise
        how = _way_to_fit(tools, room)
        if how is None:
            raise
        budget = _fit(model, (), 0, wanted, own, token_limit=None)
        return msgspec.structs.replace(
            budget, tools=len(tools), tokens=tokens, note=f"{error.message.rstrip('.')}: {how}"
        )


def _way_to_fit(tools: Sequence[Tool], room: int) -> str | None:
    """Say how less of the tools is shown, so that they fit; None if not even one of them does."""
    costs = [count_tools([short_tool(tool)], exact=False) for tool in tools]
    if sum(costs) <= room:
        return "their descriptions and schemas are shortened"
    return "each task is shown the nearest of them, shortened" if min(costs, default=0) <= room else None


def _fit(
    model: str,
    tools: Sequence[Tool],
    tokens: int,
    wanted: CallingMode | None,
    own: int,
    *,
    token_limit: int | None,
) -> ToolBudget:
    known = defaults_for(model)
    limit = None if known.tool_limit is None else known.tool_limit - own
    native = wanted is CallingMode.NATIVE or (wanted is None and known.native_tools)
    return fit_tools(
        tools, limit, token_limit, native, prompted_allowed=wanted is None, model=model, tokens=tokens
    )
