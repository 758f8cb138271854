"""pydantic-ai's responses as our replies."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageExtractionFailedWarning
from pydantic_ai.messages import ModelResponse, ToolCallPart
from pydantic_ai.usage import RequestUsage

from m3bench.core import Usage
from m3bench.models.messages import Assistant, Reply, Request, ToolUse
from m3bench.models.prices import price

_INVENTED = "pyd_ai_"
"""How ids begin that pydantic-ai gives to calls that came without one."""

# Counts that cannot be read are unknown here: no reason to write over the display of a run.
warnings.simplefilter("ignore", UsageExtractionFailedWarning)
_MOST_TOKENS = 100_000_000
"""In one request: far more than any context window."""


def to_reply(response: ModelResponse, request: Request, name: str) -> Reply:
    """What the model thought is left out; what it said and called is kept as it is."""
    if not response.parts and not response.finish_reason:
        raise UnexpectedModelBehavior("there is nothing in it")
    refusal = (response.provider_details or {}).get("refusal")
    calls = (part for part in response.parts if isinstance(part, ToolCallPart))
    return Reply(
        text=response.text or str(refusal or ""),
        calls=tuple(_calls(calls, turn=sum(isinstance(each, Assistant) for each in request.messages))),
        usage=_usage(response.usage, name),
        finish=response.finish_reason,
    )


def _calls(parts: Iterable[ToolCallPart], turn: int) -> Iterable[ToolUse]:
    """Ids that are missing or not unique are given by position: the same replies make the same ids."""
    seen: set[str] = set()
    for index, part in enumerate(parts):
        given = part.tool_call_id
        unusable = not given or given in seen or given.startswith(_INVENTED)
        call_id = f"call_{turn}_{index}" if unusable else given
        seen.add(call_id)
        yield ToolUse(call_id, part.tool_name, part.args)


def _usage(usage: RequestUsage, name: str) -> Usage:
    """Counts that no request can have are unknown: a budget must neither grow by them nor be used up."""
    counts = usage.input_tokens, usage.output_tokens
    if not any(counts) or not all(0 <= count <= _MOST_TOKENS for count in counts):
        return Usage(requests=1)
    provider, _, model = name.partition("/")
    return Usage(usage.input_tokens, usage.output_tokens, 1, price(provider, model, usage))
