"""`local/smollm2`, `local/qwen-coder-0.5b`: real models on this machine, without a key.

One process serves all tasks of a run. It starts with the first request and ends with the run.
"""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import msgspec

from m3bench.core import MissingExtraError
from m3bench.models import (
    ChatModel,
    ModelError,
    ModelMisconfigured,
    ModelUnavailable,
    Reply,
    Request,
    Settings,
)
from m3bench.models.defaults import defaults_for
from m3bench.models.endpoint import ANY_KEY, endpoint_of
from m3bench.models.local.entries import LocalEntry, local_entry
from m3bench.models.local.process import ServingProcess
from m3bench.models.local.store import ModelStore, StoredModel
from m3bench.models.wrappers import BlindModel

if TYPE_CHECKING:
    from m3bench.models.pydantic import PydanticModel

REPLY_SECONDS = 900.0
"""A CPU takes minutes to process a long prompt."""
MOST_DEATHS = 3
"""In a row, without a reply in between."""
_SECONDS_TO_DIE = 1.0


class _LocalModel:
    """Starts the process when needed, and restarts it if it dies. One request at a time."""

    def __init__(self, entry: LocalEntry, fetched: StoredModel) -> None:
        self.name = entry.full_name
        self._entry, self._fetched = entry, fetched
        self._turn = anyio.Lock()
        self._process: ServingProcess | None = None
        self._client: PydanticModel | None = None
        self._deaths = 0

    async def ask(self, request: Request) -> Reply:
        async with self._turn:
            client = await self._ready()
            if not self._entry.takes_tools:  # its chat template has none: they would not reach it
                request = msgspec.structs.replace(request, tools=())
            try:
                reply = await client.ask(request)
            except ModelError as error:
                raise await self._explained(error) from error
            self._deaths = 0
            return reply

    async def aclose(self) -> None:
        """End the process, if there is one."""
        with anyio.CancelScope(shield=True):
            if self._client is not None:
                await self._client.aclose()
            if self._process is not None:
                await anyio.to_thread.run_sync(self._process.end)
        self._client = self._process = None

    async def _ready(self) -> PydanticModel:
        if self._client is not None and self._process is not None and self._process.is_alive:
            return self._client
        await self.aclose()
        if self._deaths >= MOST_DEATHS:
            raise ModelMisconfigured(f"{self.name} died {self._deaths} times in a row.")
        self._process = await anyio.to_thread.run_sync(ServingProcess, self._entry, self._fetched)
        self._client = await anyio.to_thread.run_sync(self._connected, self._process)
        return self._client

    def _connected(self, process: ServingProcess) -> PydanticModel:
        from m3bench.models.pydantic import open_client  # noqa: PLC0415 - optional, and slow to load

        # The user's keys are never sent there.
        endpoint = endpoint_of(self.name, process.address, REPLY_SECONDS, {ANY_KEY: process.key})
        settings = Settings(temperature=0.0, seed=0, max_tokens=self._entry.longest_reply)
        return open_client(endpoint, defaults_for(self.name), settings)

    async def _explained(self, error: ModelError) -> ModelError:
        process = self._process
        if process is None or not isinstance(error, ModelUnavailable):
            return error
        if not await anyio.to_thread.run_sync(process.has_ended, _SECONDS_TO_DIE):
            return error
        self._deaths += 1
        return ModelUnavailable(f"{self.name}: {process.ending()}.")


@asynccontextmanager
async def local_model(name: str, store: ModelStore | None = None) -> AsyncIterator[ChatModel]:
    """Open a local model by name, with or without `local/`. Raises `UsageError` if it is not installed."""
    entry = local_entry(name)
    fetched = (store or ModelStore()).get(entry)
    if importlib.util.find_spec("pydantic_ai") is None:
        raise MissingExtraError(f"The model {entry.full_name}", "models")
    model = _LocalModel(entry, fetched)
    try:
        yield BlindModel(model)
    finally:
        await model.aclose()
