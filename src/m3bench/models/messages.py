"""What goes to a model and what comes back, whoever the provider is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.core import Content, Media, Usage, content_hash


class ToolUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model's wish to call a tool. `name` and `arguments` are kept as the model wrote them."""

    id: str
    name: str
    arguments: Any = None


class ToolOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool as a model is told of it, under a name that every provider takes."""

    name: str
    description: str = ""
    schema: dict[str, Any] = {}


class System(msgspec.Struct, frozen=True, tag="system", omit_defaults=True):
    text: str


class User(msgspec.Struct, frozen=True, tag="user", omit_defaults=True):
    """Text, pictures, sounds and files from the harness or the person."""

    content: tuple[Content, ...]


class Assistant(msgspec.Struct, frozen=True, tag="assistant", omit_defaults=True):
    """What the model said earlier."""

    text: str = ""
    calls: tuple[ToolUse, ...] = ()


class ToolReturn(msgspec.Struct, frozen=True, tag="tool", omit_defaults=True):
    """What a call of the model's brought. Follows the `Assistant` message with the call's id."""

    id: str
    name: str
    content: tuple[Content, ...] = ()
    is_error: bool = False


Message = System | User | Assistant | ToolReturn


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How a model is to answer. None leaves it to the model's defaults."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """One whole request: nothing else influences the reply."""

    messages: tuple[Message, ...]
    tools: tuple[ToolOffer, ...] = ()
    settings: Settings = Settings()

    @property
    def digest(self) -> str:
        """Identity. Pictures and files count by the hash of their bytes."""
        return content_hash(
            [[_plain(each) for each in self.messages], *map(_plain, (self.tools, self.settings))]
        )


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a model answered."""

    text: str = ""
    calls: tuple[ToolUse, ...] = ()
    usage: Usage = Usage()
    finish: str | None = None
    """Why it ended, in the provider's word: `stop`, `length`, `tool_call`, `content_filter`, …"""

    @property
    def message(self) -> Assistant:
        """The reply as a part of the conversation to come."""
        return Assistant(self.text, self.calls)


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
