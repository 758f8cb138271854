"""The interface of every model."""

from __future__ import annotations

from typing import Protocol

from m3bench.models.messages import Reply, Request


class ChatModel(Protocol):
    """A model, or a wrapper around one. Many tasks may call it concurrently."""

    @property
    def name(self) -> str:
        """The name on the command line: `openai/gpt-5`, `local/smollm2`."""

    async def ask(self, request: Request) -> Reply:
        """Return the reply to a request. Raises only `ModelError`."""
