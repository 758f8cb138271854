"""Whether tools are offered to the provider or described in the prompt."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt
from m3bench.hosting import fit_tools
from m3bench.hosting.mounting import CallingMode
from m3bench.models import defaults_for


def read_calling(argument: str) -> tuple[CallingMode | None, str]:
    """``native`` or ``prompted`` at the beginning of an agent's options, and the options behind it."""
    word, _, rest = argument.partition(",")
    return (CallingMode(word.strip()), rest) if word.strip() in tuple(CallingMode) else (None, argument)


def choose_calling(attempt: Attempt, wanted: CallingMode | None, own: int = 0) -> CallingMode:
    """How tools reach the attempt's model. Where nothing is wanted, natively as far as the model goes.

    `own` is how many tools the agent adds. Refuses native calling of more tools than the provider takes.
    """
    known = defaults_for(attempt.model.name)
    calling, note = wanted or CallingMode.NATIVE, None
    if calling is CallingMode.NATIVE and (known.tool_limit is not None or not known.native_tools):
        limit = None if known.tool_limit is None else known.tool_limit - own
        native = known.native_tools or wanted is CallingMode.NATIVE
        # How many tokens the model takes is for the provider to say: its word is exact.
        fitting = fit_tools(attempt.toolbox.tools, limit, None, native, prompted_allowed=wanted is None)
        calling, note = fitting.calling, fitting.note
    attempt.notes["calling"] = f"{calling}: {note}" if note else str(calling)
    return calling
