"""Record the requests of an attempt to models, and the replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Literal

import msgspec

from m3bench.models import ChatModel, Exchange, ModelError, Reply, Request, note_exchange
from m3bench.models.wrappers import salted
from m3bench.runs.store import Blobs, MadeExchange, write_transcript

Asker = Literal["agent", "user", "judge", "retrieval"]
_CURRENT: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


class RecordedRequest(msgspec.Struct):
    """A request, and what came of it so far."""

    by: Asker
    model: str
    request: Request
    notes: Exchange
    reply: Reply | None = None
    error: str = "cancelled"
    seconds: float = 0.0


class Recorder:
    """Keeps what models are asked in one try, and what they reply."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.requests: list[RecordedRequest] = []
        self.workspace: Path | None = None
        """The workspace of the try, once it has one. Its path is left out of the transcript."""

    @property
    def seconds(self) -> tuple[float, ...]:
        """The time of each request until its reply, with failed tries and waits."""
        return tuple(round(entry.seconds, 3) for entry in self.requests)

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record the requests of every `RecordedModel` that is asked inside."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    async def ask(self, model: ChatModel, request: Request, by: Asker) -> Reply:
        """Ask a model. The request is recorded before its reply, so that their order is that of the try."""
        with note_exchange() as notes:
            entry = RecordedRequest(by, model.name, request, notes)
            self.requests.append(entry)
            began = self._clock()
            try:
                entry.reply = await model.ask(request)
            except ModelError as error:
                entry.error = error.message
                raise
            finally:
                entry.seconds = self._clock() - began
            return entry.reply

    def store(self, blobs: Blobs) -> str | None:
        """Write the transcript; return its digest, or None if no model was asked."""
        return write_transcript([_made(entry) for entry in self.requests], blobs, self.workspace)


def current_recorder() -> Recorder | None:
    """Return the recorder of the current try; None if nothing is recorded."""
    return _CURRENT.get()


class RecordedModel:
    """A model whose requests are recorded if the current try has a `Recorder`."""

    def __init__(self, model: ChatModel, by: Asker) -> None:
        self._model, self._by = model, by

    @property
    def name(self) -> str:
        return self._model.name

    def salted(self, salt: str) -> RecordedModel:
        """Return the same model with separate replies in its cache."""
        return RecordedModel(salted(self._model, salt), self._by)

    async def ask(self, request: Request) -> Reply:
        recorder = _CURRENT.get()
        if recorder is None:
            return await self._model.ask(request)
        return await recorder.ask(self._model, request, self._by)


def _made(entry: RecordedRequest) -> MadeExchange:
    return MadeExchange(
        by=entry.by,
        model=entry.model,
        request=entry.notes.sent or entry.request,
        reply=entry.reply,
        error=entry.error if entry.reply is None else None,
        cached=entry.notes.cached,
        failed_tries=tuple(entry.notes.failed_tries),
    )
