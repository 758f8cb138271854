"""The provider of a soak: its model follows the references of the tasks, and it fails as a plan says."""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections.abc import Iterator, Sequence

from m3bench.core import Call, Reference, Task, Text, Usage
from m3bench.models import Assistant, Message, Reply, ToolReturn, ToolUse
from m3bench.soak.fault_log import ANSWER, Event, FaultLog
from m3bench.soak.faults import FaultPlan, Place
from m3bench.soak.server import CALL_ID
from m3bench.testing.provider import (
    BreakOff,
    Drip,
    Empty,
    Garbage,
    Line,
    Reset,
    SeenRequest,
    Stall,
    Status,
    rate_limit,
)

_INPUT_TOKENS, _OUTPUT_TOKENS = 100, 10
_PATIENCE = {"soak: the service": 4, "The server failed": 1}
"""How often the model repeats a step with such a result. After a failure of a server the try has failed, but
goes on: the server is started again."""
_ID = re.compile(r"c(\d+)-(\d+)-\d+")
_RETRY_SECONDS = 1.0
_SLOW_PAUSE = 0.05
_SLOW_PIECES = 10


class ReferenceModel:
    """Makes the calls of a task's reference, step by step, and gives its answer. Repeats failed steps.

    It keeps no state: everything is in the messages. The ids of its calls, `cC-T-P`, tell the conversation,
    the turn and the place in the turn.
    """

    def __init__(self, tasks: Sequence[Task], first: int = 1) -> None:
        """Follow the references of these tasks. Conversations are numbered from `first` on."""
        self._tasks = sorted(tasks, key=lambda task: len(task.request or ""), reverse=True)
        self._numbers = itertools.count(first)

    def task_of(self, seen: SeenRequest) -> Task:
        text = seen.conversation
        return next(task for task in self._tasks if (task.request or "") in text)

    def new_conversation(self) -> int:
        return next(self._numbers)

    def reply(self, seen: SeenRequest, task: Task, conversation: int) -> Reply:
        turns = list(_turns(seen.request.messages))
        reference, position = task.references[0], _position(turns)
        usage = Usage(_INPUT_TOKENS, _OUTPUT_TOKENS, 1, None)
        if position >= len(reference.steps):
            return Reply(_answer(task, reference), usage=usage)
        calls = tuple(
            _use(call, f"c{conversation}-{len(turns) + 1}-{index}")
            for index, call in enumerate(reference.steps[position].calls)
        )
        return Reply(f"Step {position + 1}.", calls, usage)


class FaultyProvider:
    """The script of a fake provider: a reply of the model, or a fault."""

    def __init__(self, model: ReferenceModel, plan: FaultPlan, log: FaultLog) -> None:
        self.plan = plan
        self._model, self._log = model, log
        self._requests = itertools.count(1)
        self._lock = threading.Lock()

    def __call__(self, seen: SeenRequest) -> Line:
        task, conversation = self._model.task_of(seen), conversation_of(seen.request.messages)
        with self._lock:
            number = next(self._requests)
        fault = self.plan.pick(Place.REQUEST, number)
        if fault is not None:
            self._log.add(Event(what=fault, conversation=conversation, task_id=task.id))
        if fault in BROKEN:
            return BROKEN[fault]
        if conversation is None:
            conversation = self._model.new_conversation()
        reply = self._model.reply(seen, task, conversation)
        tokens = _INPUT_TOKENS + _OUTPUT_TOKENS
        self._log.add(Event(what=ANSWER, conversation=conversation, task_id=task.id, tokens=tokens))
        if fault is None:
            return reply
        return Drip(reply, pause=_SLOW_PAUSE, size=max(1, len(reply.text) // _SLOW_PIECES + 60))


BROKEN: dict[str, Line] = {
    "provider:429": rate_limit(_RETRY_SECONDS),
    "provider:500": Status(500),
    "provider:503": Status(503),
    "provider:reset": Reset(),
    "provider:cut-off": BreakOff(),
    "provider:malformed": Garbage('{"choices": [{"message": '),
    "provider:empty": Empty(),
    "provider:timeout": Stall(),
}
"""What the fake provider does for a fault that costs a request."""


def conversation_of(messages: Sequence[Message]) -> int | None:
    """Return the number of a conversation; None if the model has not called a tool yet."""
    ids = (use.id for message in messages if isinstance(message, Assistant) for use in message.calls)
    return next((number for id_ in ids if (number := conversation_in(id_)) is not None), None)


def conversation_in(call_id: str | None) -> int | None:
    ids = _ID.fullmatch(call_id or "")
    return int(ids[1]) if ids else None


def turn_in(call_id: str | None) -> int | None:
    ids = _ID.fullmatch(call_id or "")
    return int(ids[2]) if ids else None


def _turns(messages: Sequence[Message]) -> Iterator[int]:
    """Yield for each turn with calls how often it may be repeated."""
    results: list[ToolReturn] | None = None
    for message in messages:
        if isinstance(message, Assistant) and message.calls:
            if results is not None:
                yield _repeats(results)
            results = []
        elif isinstance(message, ToolReturn) and results is not None:
            results.append(message)
    if results is not None:
        yield _repeats(results)


def _repeats(results: Sequence[ToolReturn]) -> int:
    texts = [part.text for result in results for part in result.content if isinstance(part, Text)]
    return max(
        (times for words, times in _PATIENCE.items() if any(words in text for text in texts)), default=0
    )


def _position(turns: Sequence[int]) -> int:
    """Return the step of the reference that is next."""
    position = repeats = 0
    for allowed in turns:
        if repeats < allowed:
            repeats += 1
        else:
            position, repeats = position + 1, 0
    return position


def _use(call: Call, call_id: str) -> ToolUse:
    return ToolUse(call_id, call.name, {**call.arguments, CALL_ID: call_id})


def _answer(task: Task, reference: Reference) -> str:
    prose = reference.answer or task.answer or "Done."
    if reference.fields is None:
        return prose
    return f"{prose}\n\n```json\n{json.dumps(reference.fields)}\n```"
