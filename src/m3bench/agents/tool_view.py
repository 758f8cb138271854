"""Which tools an agent shows to its model, and what is known of the model's context window."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.hosting import Tool

_CONVERSATION_TOKENS = 4_000
"""What a task needs besides tools: the request, a picture, some results, an answer."""
_REPLY_TOKENS, _REPLY_PART = 2_000, 8
"""Room for a reply: so many tokens, or an eighth of a small window."""
_REFUSED_SHARE = 0.8
"""Of a request that was refused as too long: it may take less than was estimated."""


class ToolForm(StrEnum):
    """How tools are shown to a model."""

    WHOLE = "whole"
    SHORT = "short"
    """All tools, with the first sentences of their descriptions and the types of their parameters."""
    NEAREST = "nearest"
    """Only tools that match the request best, in the same form."""


class ToolView(msgspec.Struct, frozen=True):
    """The tools that a model is shown."""

    form: ToolForm
    tools: tuple[Tool, ...]
    """As they are shown."""
    originals: tuple[Tool, ...]
    """The same tools with their whole descriptions and schemas."""

    @classmethod
    def whole(cls, tools: tuple[Tool, ...]) -> ToolView:
        """Show all tools as they are."""
        return cls(ToolForm.WHOLE, tools, tools)


class ContextWindow:
    """What is known of the context window of a model. The attempts of a run share it."""

    def __init__(self, tokens: int | None = None) -> None:
        self.tokens = tokens
        """None if it is unknown."""

    @property
    def room(self) -> int | None:
        """Tokens that the tools may take: half of a small window, all but a few thousand of a large one."""
        return None if self.tokens is None else self.tokens - min(_CONVERSATION_TOKENS, self.tokens // 2)

    @property
    def half(self) -> int | None:
        """Tokens that a selection of tools may take, since more of them would cost more than they help."""
        return None if self.tokens is None else self.tokens // 2

    def at_most(self, tokens: int) -> int:
        """Return how many of these tokens a conversation may take, if its reply has room, too."""
        if self.tokens is None:
            return tokens
        return min(tokens, self.tokens - min(_REPLY_TOKENS, self.tokens // _REPLY_PART))

    def learn(self, refused: int, stated: int | None) -> None:
        """Learn from a refusal.

        Args:
            refused: The tokens of the request, estimated.
            stated: The window, as the provider states it.
        """
        known = [tokens for tokens in (self.tokens, stated) if tokens is not None]
        self.tokens = max(1, min([*known, int(refused * _REFUSED_SHARE)]))
