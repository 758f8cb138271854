"""A reply cache: a run can be repeated without the provider."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import msgspec

from m3bench.core import Text
from m3bench.models.clock import provider_time
from m3bench.models.errors import ModelError
from m3bench.models.exchange import current_exchange
from m3bench.models.messages import ChatModel, Reply, Request, User, WrappedModel
from m3bench.models.wrappers.reply_files import ReplyFiles, ReplyKey

_SHOWN_CHARACTERS = 80


class CacheMiss(ModelError):
    """Only cached replies are allowed, and this request has none."""


class CachedModel(WrappedModel):
    """Returns the cached reply to a request, or asks the model and caches its reply.

    Requests are the same if the model's name, messages, tools, settings and the salt are. Identical
    concurrent requests share one reply. Errors are not cached.

    A cached reply has the original tokens, but 0 requests and a cost of 0. With `only`, the model is never
    asked.
    """

    def __init__(self, model: ChatModel, folder: Path, *, salt: str = "", only: bool = False) -> None:
        super().__init__(model)
        self._salt, self._only = salt, only
        self._files = ReplyFiles(folder)
        self._turns = _Turns()
        self.counts = CacheCounts()

    def salted(self, salt: str) -> CachedModel:
        """Return the same cache with another salt, such as for another epoch."""
        other = CachedModel(self._model, self._files.folder, salt=salt, only=self._only)
        other._turns, other.counts = self._turns, self.counts
        return other

    async def ask(self, request: Request) -> Reply:
        key = ReplyKey(self.name, request.digest, self._salt)
        with provider_time():  # waiting for an identical request is waiting for the provider
            return await self._ask(request, key)

    async def _ask(self, request: Request, key: ReplyKey) -> Reply:
        async with self._turns.of(key.hash):
            recorded = self._files.read(key)
            if recorded is not None:
                self.counts.hits += 1
                current_exchange().cached = True
                usage = msgspec.structs.replace(recorded.usage, requests=0, cost=0.0)
                return msgspec.structs.replace(recorded, usage=usage)
            if self._only:
                raise self._miss(request, key)
            reply = await self._model.ask(request)
            self.counts.misses += 1
            self._record(key, reply)
            return reply

    def _record(self, key: ReplyKey, reply: Reply) -> None:
        """Write a reply. A full disk loses the cached copy, never the reply."""
        try:
            self._files.write(key, reply)
        except OSError as error:
            self.counts.unwritten += 1
            self.counts.problem = f"{self._files.path(key)}: {error.strerror or type(error).__name__}"

    def _miss(self, request: Request, key: ReplyKey) -> CacheMiss:
        state = "an unreadable file" if self._files.path(key).exists() else "none"
        return CacheMiss(
            f"Only cached replies are allowed, and {self._files.folder} has {state} of {self.name} for this "
            f"request ({len(request.messages)} messages, {len(request.tools)} tools, the last message is "
            f"{_last_text(request)!r}): {self._files.path(key).name}.",
            "The request has changed: a prompt, a tool, a setting, an earlier reply or the epoch. Allow "
            "requests to the model to cache the reply.",
        )


class CacheCounts(msgspec.Struct):
    """Statistics of a cache."""

    hits: int = 0
    misses: int = 0
    unwritten: int = 0
    """Replies that could not be written."""
    problem: str | None = None
    """The reason for the last of them."""


class _Turns:
    """One lock per key in use.

    Whoever waits checks the cache afterwards, and asks the model if the previous holder failed or was
    cancelled.
    """

    def __init__(self) -> None:
        self._locks: dict[str, tuple[anyio.Lock, int]] = {}

    def __len__(self) -> int:
        return len(self._locks)

    @asynccontextmanager
    async def of(self, key: str) -> AsyncIterator[None]:
        lock, users = self._locks.get(key) or (anyio.Lock(), 0)
        self._locks[key] = lock, users + 1
        try:
            async with lock:
                yield
        finally:
            self._leave(key)

    def _leave(self, key: str) -> None:
        lock, users = self._locks.pop(key)
        if users > 1:
            self._locks[key] = lock, users - 1


def _last_text(request: Request) -> str:
    messages = [message for message in request.messages if isinstance(message, User)]
    texts = [part.text for part in (messages[-1].content if messages else ()) if isinstance(part, Text)]
    return " ".join(" ".join(texts).split())[:_SHOWN_CHARACTERS]
