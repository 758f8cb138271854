"""Choose between native tool calls and tools described in the prompt."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.agents.attempt import Attempt
from m3bench.hosting import Tool, ToolBudget, fit_tools
from m3bench.hosting.mounting import CallingMode
from m3bench.models import defaults_for

_CONVERSATION_TOKENS = 4_000
"""The least that a task needs besides tools: the request, a picture, some results, an answer."""


def read_calling(argument: str) -> tuple[CallingMode | None, str]:
    """Split an argument into ``native`` or ``prompted``, if it starts with one, and the options."""
    word, _, rest = argument.partition(",")
    return (CallingMode(word.strip()), rest) if word.strip() in tuple(CallingMode) else (None, argument)


def choose_calling(attempt: Attempt, wanted: CallingMode | None, own: int = 0) -> CallingMode:
    """Choose how tools are offered to the model of an attempt.

    Args:
        attempt: The attempt. The choice is added to its notes.
        wanted: The requested way; None for native calls, if the model supports them.
        own: How many tools the agent adds.

    Raises:
        UsageError: Native calls are wanted, and there are more tools than the provider takes.
    """
    toolbox = attempt.toolbox
    # The provider checks the number of tokens itself, exactly.
    budget = _fit(attempt.model.name, toolbox.tools, toolbox.tokens, wanted, own, token_limit=None)
    attempt.notes["calling"] = f"{budget.calling}: {budget.note}" if budget.note else str(budget.calling)
    return budget.calling


def fit_model(
    model: str, tools: Sequence[Tool], tokens: int, wanted: CallingMode | None, own: int = 0
) -> ToolBudget:
    """Decide how tools would be offered to a model, before anything is asked.

    Args:
        model: The name of the model.
        tools: The tools that are mounted.
        tokens: The tokens that they take, estimated.
        wanted: The requested way; None for native calls, if the model supports them.
        own: How many tools the agent adds.

    Raises:
        UsageError: The tools do not fit into the context of the model, or native calls are wanted, and there
            are more tools than the provider takes.
    """
    window = defaults_for(model).context_window
    token_limit = None if window is None else max(0, window - _CONVERSATION_TOKENS)
    return _fit(model, tools, tokens, wanted, own, token_limit=token_limit)


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
