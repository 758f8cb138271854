"""Convert pydantic-ai's responses to our replies, and keep answers as the provider wrote them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable
from typing import Any

from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageExtractionFailedWarning
from pydantic_ai.messages import ModelResponse, ThinkingPart, ToolCallPart
from pydantic_ai.usage import RequestUsage

from m3bench.core import Usage, is_too_deep
from m3bench.models.messages import Assistant, Reply, Request, ToolUse
from m3bench.models.prices import price

_INVENTED = "pyd_ai_"
"""Prefix of the ids that pydantic-ai gives to calls without one."""

# Usage that cannot be parsed is unknown; the warning would disturb the display of a run.
warnings.simplefilter("ignore", UsageExtractionFailedWarning)
_MOST_TOKENS = 100_000_000
"""In one request: far more than any context window."""
LONGEST_RAW = 1_000_000
"""Bytes. Longer answers are not kept."""
_VARYING = {"id", "created", "object", "timings", "responseId", "createTime", "request_id", "provider"}
"""Keys of answers that identify or time a request: equal answers would differ by them."""
_USAGES = ("usage", "usageMetadata")
_FINISH_REASONS = {"tool_call": "tool_calls"}
"""OpenAI's words for those of pydantic-ai that differ."""


def to_reply(response: ModelResponse, request: Request, name: str, raw: Any = None) -> Reply:
    """Convert a response, and keep the answer as the provider wrote it."""
    if not response.parts and not response.finish_reason:
        raise UnexpectedModelBehavior("it is empty")
    refusal = (response.provider_details or {}).get("refusal")
    calls = (part for part in response.parts if isinstance(part, ToolCallPart))
    return Reply(
        text=response.text or str(refusal or ""),
        calls=tuple(_calls(calls, turn=sum(isinstance(message, Assistant) for message in request.messages))),
        usage=_usage(response.usage, name),
        finish_reason=_FINISH_REASONS.get(response.finish_reason or "", response.finish_reason),
        reasoning="\n\n".join(part.content for part in response.parts if isinstance(part, ThinkingPart)),
        cached_tokens=_cached(response.usage, raw),
        raw=raw,
    )


def _calls(parts: Iterable[ToolCallPart], turn: int) -> Iterable[ToolUse]:
    """Number calls whose ids are missing or not unique: the same replies get the same ids."""
    seen: set[str] = set()
    for index, part in enumerate(parts):
        given = part.tool_call_id
        unusable = not given or given in seen or given.startswith(_INVENTED)
        call_id = f"call_{turn}_{index}" if unusable else given
        seen.add(call_id)
        yield ToolUse(call_id, part.tool_name, part.args)


def _usage(usage: RequestUsage, name: str) -> Usage:
    """Treat impossible token counts as unknown, so that they do not affect a budget."""
    counts = usage.input_tokens, usage.output_tokens
    if not any(counts) or not all(0 <= count <= _MOST_TOKENS for count in counts):
        return Usage(requests=1)
    provider, _, model = name.partition("/")
    return Usage(usage.input_tokens, usage.output_tokens, 1, price(provider, model, usage))


def _cached(usage: RequestUsage, raw: Any) -> int | None:
    """Return the tokens from the prompt cache. pydantic-ai counts 0 if the provider does not tell."""
    known = 0 < usage.cache_read_tokens <= _MOST_TOKENS or tells_cached_tokens(raw)
    return max(usage.cache_read_tokens, 0) if known else None


def read_raw(body: bytes) -> Any:
    """Return an answer without ids and times; None if it is very long or not a JSON object."""
    if len(body) > LONGEST_RAW:
        return None
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict) or is_too_deep(answer):
        return None
    return {key: value for key, value in answer.items() if key not in _VARYING}


def tells_cached_tokens(raw: Any) -> bool:
    """Return whether an answer says how many input tokens came from the prompt cache."""
    if not isinstance(raw, dict):
        return False
    return any("cache" in json.dumps(raw.get(key)).lower() for key in _USAGES)
