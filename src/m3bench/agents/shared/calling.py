"""Choose between native tool calls and tools described in the prompt."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt
from m3bench.hosting import fit_tools
from m3bench.hosting.mounting import CallingMode
from m3bench.models import defaults_for


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
    known = defaults_for(attempt.model.name)
    calling, note = wanted or CallingMode.NATIVE, None
    if calling is CallingMode.NATIVE and (known.tool_limit is not None or not known.native_tools):
        limit = None if known.tool_limit is None else known.tool_limit - own
        native = known.native_tools or wanted is CallingMode.NATIVE
        # The provider checks the number of tokens itself, exactly.
        fitting = fit_tools(attempt.toolbox.tools, limit, None, native, prompted_allowed=wanted is None)
        calling, note = fitting.calling, fitting.note
    attempt.notes["calling"] = f"{calling}: {note}" if note else str(calling)
    return calling
