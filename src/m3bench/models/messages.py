"""Requests to a model and its replies, independent of the provider."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from m3bench.core import Content, Media, Usage, content_hash


class ToolUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's tool call. `name` and `arguments` are kept as the model wrote them."""

    id: str
    name: str
    arguments: Any = None


class ToolOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool as described to a model, with a name that every provider accepts."""

    name: str
    description: str = ""
    schema: dict[str, Any] = {}


class System(msgspec.Struct, frozen=True, tag="system", omit_defaults=True):
    text: str


class User(msgspec.Struct, frozen=True, tag="user", omit_defaults=True):
    """Text, images, audio and files from the harness or the user."""

    content: tuple[Content, ...]


class Assistant(msgspec.Struct, frozen=True, tag="assistant", omit_defaults=True):
    """An earlier reply of the model."""

    text: str = ""
    calls: tuple[ToolUse, ...] = ()


class ToolReturn(msgspec.Struct, frozen=True, tag="tool", omit_defaults=True):
    """The result of a tool call. Follows the `Assistant` message with the call's id."""

    id: str
    name: str
    content: tuple[Content, ...] = ()
    is_error: bool = False


Message = System | User | Assistant | ToolReturn


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Settings of a request. None uses the model's default."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = None
    """How much a reasoning model thinks."""
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    stop: tuple[str, ...] | None = None
    """Texts at which a reply ends."""
    parallel_tool_calls: bool | None = None
    """Whether one reply may have several calls."""
    extra_body: dict[str, Any] = {}
    """Further fields of the request, as the endpoint names them."""


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """A complete request: nothing else influences the reply."""

    messages: tuple[Message, ...]
    tools: tuple[ToolOffer, ...] = ()
    settings: Settings = Settings()

    @property
    def digest(self) -> str:
        """Identity of the request. Images and files count by the hash of their bytes."""
        return content_hash(
            [[_plain(message) for message in self.messages], *map(_plain, (self.tools, self.settings))]
        )


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's reply."""

    text: str = ""
    calls: tuple[ToolUse, ...] = ()
    usage: Usage = Usage()
    finish_reason: str | None = msgspec.field(default=None, name="finish")
    """Why it ended, in OpenAI's words: `stop`, `length`, `tool_calls`, `content_filter`; or `error`."""
    reasoning: str = ""
    """What the model thought, if the provider shows it apart from the text."""
    cached_tokens: int | None = None
    """Input tokens that the provider had in its prompt cache; None if it does not tell."""
    raw: Any = None
    """The answer as the provider wrote it (JSON), without ids and times; None if unknown or very long."""
    blind: bool = False
    """Whether notes replaced the pictures of the request, because the endpoint refused them."""

    @property
    def message(self) -> Assistant:
        """The reply as a message for the next request."""
        return Assistant(self.text, self.calls)


class ChatModel(Protocol):
    """A model, or a wrapper around one. Many tasks may call it concurrently."""

    @property
    def name(self) -> str:
        """The name on the command line: `openai/gpt-5`, `local/smollm2`."""

    async def ask(self, request: Request) -> Reply:
        """Return the reply to a request. Raises only `ModelError`."""


class WrappedModel:
    """A model around another one, under its name."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(_hashed(value))


def _hashed(message: Any) -> Any:
    content: Sequence[Content] = getattr(message, "content", ())
    if not any(isinstance(part, Media) and part.data is not None for part in content):
        return message
    return msgspec.structs.replace(message, content=tuple(map(_by_digest, content)))


def _by_digest(part: Content) -> Content:
    if not isinstance(part, Media) or part.data is None:
        return part
    digest = hashlib.sha256(part.data).hexdigest()
    return msgspec.structs.replace(part, data=None, digest=digest)
