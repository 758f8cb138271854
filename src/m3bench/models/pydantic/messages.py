"""Convert our requests to pydantic-ai's messages, tools and settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from m3bench.core.text import without_surrogates
from m3bench.models.endpoint import Wire
from m3bench.models.messages import Assistant, Message, Settings, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.models.pydantic.media import MediaSupport, Shown, as_json

_NOTHING = "(nothing)"
_NOT_ANTHROPIC = ("seed", "frequency_penalty", "presence_penalty")
_SAME = ("temperature", "top_p", "max_tokens", *_NOT_ANTHROPIC, "parallel_tool_calls")
"""Settings that have the same name in pydantic-ai."""


def to_messages(messages: Iterable[Message], showing: MediaSupport) -> list[ModelMessage]:
    """Merge what came between two replies into one message, tool results first."""
    history: list[ModelMessage] = []
    between: list[Message] = []
    for message in messages:
        if not isinstance(message, Assistant):
            between.append(message)
        elif answer := _answer(message):
            history += [*_request(between, showing), answer]
            between = []
    return history + _request(between, showing)


def to_parameters(tools: Iterable[ToolOffer]) -> ModelRequestParameters:
    """Convert tools. Schemas are passed unchanged, without a provider's strict mode."""
    return ModelRequestParameters(
        function_tools=[
            ToolDefinition(
                name=tool.name,
                parameters_json_schema=tool.schema or _ANY_OBJECT,
                description=without_surrogates(tool.description),
                strict=False,
            )
            for tool in tools
        ]
    )


def to_settings(settings: Settings, wire: Wire) -> ModelSettings:
    """Convert settings. Those that a provider does not have are left out."""
    left_out = set(_NOT_ANTHROPIC if wire == "anthropic" else ())
    if wire == "anthropic" and settings.temperature is not None:
        left_out.add("top_p")  # Anthropic accepts only one of the two.
    values = {name: getattr(settings, name) for name in _SAME if name not in left_out}
    chosen: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    if settings.stop is not None:
        chosen["stop_sequences"] = list(settings.stop)
    if settings.extra_body:
        chosen["extra_body"] = settings.extra_body
    if (effort := settings.reasoning_effort) is not None:
        chosen["thinking"] = False if effort == "none" else effort
        if wire == "openai":  # named outright: pydantic-ai drops what it does not know of a model
            chosen["openai_reasoning_effort"] = effort
    return cast(ModelSettings, chosen)


_ANY_OBJECT = {"type": "object", "properties": {}}


def _request(messages: list[Message], showing: MediaSupport) -> list[ModelMessage]:
    if not messages:
        return []
    returned: list[ModelRequestPart] = []
    others: list[ModelRequestPart] = []
    for message in messages:
        match message:
            case System(text):
                others.append(SystemPromptPart(without_surrogates(text)))
            case User(content):
                others.append(_prompt(showing.show(content)))
            case ToolReturn():
                part, files = _return(message, showing)
                returned.append(part)
                others += [_prompt(files)] if files else []
    return [ModelRequest([*returned, *others])]


def _answer(message: Assistant) -> ModelResponse | None:
    parts: list[ModelResponsePart] = (
        [TextPart(without_surrogates(message.text))] if message.text.strip() else []
    )
    parts += [ToolCallPart(call.name, _arguments(call), call.id) for call in message.calls]
    return ModelResponse(parts) if parts else None


def _arguments(call: ToolUse) -> str:
    """Return the arguments as text. pydantic-ai parses it for providers that expect an object."""
    return without_surrogates(
        call.arguments if isinstance(call.arguments, str) else as_json(call.arguments or {})
    )


def _prompt(shown: list[Shown]) -> UserPromptPart:
    """Use plain text if there is only text: some endpoints accept nothing else."""
    if all(isinstance(part, str) for part in shown):
        return UserPromptPart("\n".join(map(str, shown)) or _NOTHING)
    content: list[UserContent] = list(shown)
    return UserPromptPart(content)


def _return(message: ToolReturn, showing: MediaSupport) -> tuple[ToolReturnPart, list[Shown]]:
    """Return a tool result, and what goes into a separate user message.

    Chat completions accept only text from tools and have no error flag: there, files follow in a user
    message.
    """
    shown = showing.show(message.content)
    text = "\n".join(part for part in shown if isinstance(part, str))
    files = [part for part in shown if not isinstance(part, str)]
    if showing.wire != "openai":
        content = [text or _NOTHING, *files] if files else text or _NOTHING
        part = ToolReturnPart(message.name, content, message.id)
        part.outcome = "failed" if message.is_error else "success"
        return part, []
    lines = [f"Error: {text or 'no reason given'}" if message.is_error else text or _NOTHING]
    if files:
        lines.append(f"[{len(files)} {'file' if len(files) == 1 else 'files'} attached below]")
    attached: list[Shown] = [f"Returned by {message.name} (call {message.id}):", *files] if files else []
    return ToolReturnPart(message.name, "\n".join(lines), message.id), attached
