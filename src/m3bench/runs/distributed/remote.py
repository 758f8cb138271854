"""What a worker uses in the place of things that only the run itself has: model, judge, budget, display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import anyio
import anyio.from_thread
import msgspec

from m3bench.agents import BudgetSpent
from m3bench.core import Usage
from m3bench.judges import Case, Judgement
from m3bench.models import (
    ChatModel,
    Exchange,
    Reply,
    Request,
    current_exchange,
    note_exchange,
    provider_time,
    work_clock,
)
from m3bench.models.wrappers import salted
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.messages import (
    ModelAnswer,
    ModelRequest,
    ProgressNote,
    ReviewAnswer,
    ReviewRequest,
    TextNote,
    UsageNote,
)
from m3bench.runs.engine import SilentWatcher
from m3bench.runs.models import current_recorder
from m3bench.runs.store import Key


class Requester(Protocol):
    """Sends requests to the run: a `Channel`, or one that also says for whom it asks."""

    async def request(self, body: Any) -> Any: ...


class RemoteModel:
    """The model of the run. Keys, retries, limits, cache and budget stay with the run."""

    def __init__(self, channel: Requester, name: str, salt: str = "") -> None:
        self._channel, self._name, self._salt = channel, name, salt

    @property
    def name(self) -> str:
        return self._name

    def salted(self, salt: str) -> RemoteModel:
        """Return the same model with separate replies in the cache of the run."""
        return RemoteModel(self._channel, self._name, salt)

    async def ask(self, request: Request) -> Reply:
        with provider_time() as charge:
            began = anyio.current_time()
            answer: ModelAnswer = await self._channel.request(ModelRequest(request, self._salt))
            charge(max(0.0, anyio.current_time() - began - answer.waited))
            _repeat(answer.exchange, request)
            return answer.reply


async def answer_model(model: ChatModel, body: ModelRequest) -> ModelAnswer:
    """Ask a model for a worker. This is the run's side of a `RemoteModel`."""
    model = salted(model, body.salt) if body.salt else model
    with work_clock(None) as clock, note_exchange() as notes:
        reply = await model.ask(body.request)
    return ModelAnswer(reply, clock.waited, _without_known(notes, body.request))


def _without_known(notes: Exchange, request: Request) -> Exchange:
    """Return the notes without what the worker has: it need not get its pictures back."""
    sent = notes.sent
    if sent is not None and (sent.messages, sent.tools) == (request.messages, request.tools):
        sent = msgspec.structs.replace(sent, messages=(), tools=())
    return Exchange(notes.failed_tries, notes.cached, sent)


def _repeat(notes: Exchange, request: Request) -> None:
    """Note in the worker what happened to a request."""
    here, sent = current_exchange(), notes.sent
    here.failed_tries, here.cached, here.sent = notes.failed_tries, notes.cached, sent
    if sent is not None and not sent.messages:
        here.sent = msgspec.structs.replace(request, settings=sent.settings)


class RemoteReviewer:
    """The judge of the run."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def see(self, criteria: Mapping[str, str], case: Case) -> Judgement:
        """Review pictures. Called by checks, in threads of the event loop."""
        answer: ReviewAnswer = anyio.from_thread.run(self._channel.request, ReviewRequest(criteria, case))
        if (recorder := current_recorder()) is not None:
            recorder.requests += answer.requests
        return answer.judgement


class RemoteMeter:
    """The budget of the run, for one attempt."""

    def __init__(self, channel: Channel, key: Key, budget: SharedBudget) -> None:
        self._channel, self._key, self._budget = channel, key, budget

    def check(self) -> None:
        if self._budget.reached is not None:
            raise BudgetSpent(self._budget.reached)

    def add(self, usage: Usage) -> None:
        self._channel.tell(UsageNote(self._key, usage))


class SharedBudget:
    """What a worker knows of the budget."""

    def __init__(self) -> None:
        self.reached: str | None = None
        """Why nothing more may be spent."""


class RemoteWatcher(SilentWatcher):
    """The display of the run."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def thinking(self, key: Key, step: int) -> None:
        self._channel.tell(ProgressNote(key, step))

    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None:
        self._channel.tell(ProgressNote(key, step, tuple(tools)))

    def said(self, text: str) -> None:
        self._channel.tell(TextNote(text))
