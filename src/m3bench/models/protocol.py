"""The one method that every model has."""

from __future__ import annotations

from typing import Protocol

from m3bench.models.messages import Reply, Request


class ChatModel(Protocol):
    """A model, or a wrapper around one. May be asked by many tasks at once."""

    @property
    def name(self) -> str:
        """As on the command line: `openai/gpt-5`, `local/smollm2`."""

    async def ask(self, request: Request) -> Reply:
        """Raises `ModelError`, and nothing else."""
