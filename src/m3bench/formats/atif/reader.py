"""Conversion of ATIF documents to trajectories: every step of the agent with tool calls is a step."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from m3bench.core import Call, Outcome, Status, Step, Trajectory, Usage
from m3bench.formats.atif.content import result_from, text_of
from m3bench.formats.foreign import restore_from_text
from m3bench.formats.io import Cursor, Source
from m3bench.formats.openai import name_from

KEY = "m3bench"
VERSION = "ATIF-v1.8"
_VERSIONS = re.compile(r"ATIF-v1\.[0-8]")
_SOURCES = ("system", "user", "agent")
_OTHERS = "other_messages"


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    """Yield the trajectories. Those without an id are named after the file, and numbered."""
    for number, document in enumerate(_documents(source)):
        yield trajectory_from(document, f"{source.default_id}-{number}" if number else source.default_id)


def _documents(source: Source) -> Iterator[Cursor]:
    if source.is_lines:
        yield from source.line_cursors()
        return
    top = source.cursor
    yield from top.records() if isinstance(top.value, list) else [top]


def trajectory_from(document: Cursor, default_id: str) -> Trajectory:
    """Read a document.

    Raises:
        FormatError: Its version is unknown, its steps are not in order, or a result belongs to no call.
    """
    version = document["schema_version"]
    if not _VERSIONS.fullmatch(version.text()):
        raise version.unexpected("ATIF-v1.0 to ATIF-v1.8")
    own = _own(document)
    task_id = _task_id(document, own, default_id)
    document = document.named(task_id)
    steps = _steps(document)
    reading = _Reading()
    for step in steps:
        reading.take(step)
    agent = document["agent"]
    read = Trajectory(
        task_id=task_id,
        steps=tuple(reading.steps),
        family=own.get("family") if isinstance(own.get("family"), str) else None,
        request=reading.request,
        answer=reading.answer,
        agent=agent["name"].optional_text(),
        model=agent["model_name"].optional_text() or reading.model,
        usage=_usage(document["final_metrics"], steps),
        status=_status(own, reading.answer),
        extra={} if own else reading.extra,
    )
    return restore_from_text(
        read, Cursor(own.get("supplement"), document.file, document.record, f"extra.{KEY}")
    )


def _own(document: Cursor) -> dict[str, Any]:
    extra = document["extra"].value
    own = extra.get(KEY) if isinstance(extra, dict) else None
    return own if isinstance(own, dict) else {}


def _task_id(document: Cursor, own: dict[str, Any], default_id: str) -> str:
    candidates = (own.get("task_id"), document["trajectory_id"].value, document["session_id"].value)
    return next((name for name in candidates if isinstance(name, str) and name), default_id)


def _steps(document: Cursor) -> list[Cursor]:
    steps = document["steps"].elements()
    if not steps:
        raise document["steps"].error("expected at least one step")
    for number, step in enumerate(steps, start=1):
        if step["step_id"].value != number:
            raise step["step_id"].unexpected(f"{number}, the number of the step")
        if step["source"].text() not in _SOURCES:
            raise step["source"].unexpected("system, user or agent")
    # What was copied from an earlier document was done in that one.
    return [step for step in steps if step["is_copied_context"].value is not True]


class _Reading:
    """What the steps of a document say."""

    def __init__(self) -> None:
        self.request: str | None = None
        self.answer: str | None = None
        self.model: str | None = None
        self.steps: list[Step] = []
        self.extra: dict[str, Any] = {}

    def take(self, step: Cursor) -> None:
        text = text_of(step["message"])
        if step["source"].value != "agent":
            self._take_message(step, text)
            return
        self.model = self.model or step["model_name"].optional_text()
        is_step = _is_list(step["tool_calls"]) or _is_own_step(step)
        if self.answer is not None:
            self._note("agent", self.answer)
        self.answer = None if is_step else text
        if is_step:
            self.steps.append(Step(tuple(_calls(step)), text or None))

    def _take_message(self, step: Cursor, text: str | None) -> None:
        if step["source"].value == "user" and self.request is None:
            self.request = text
        elif text:
            self._note(step["source"].text(), text)

    def _note(self, source: str, text: str) -> None:
        self.extra.setdefault(_OTHERS, []).append(
            {"source": source, "after_steps": len(self.steps), "text": text}
        )


def _is_list(calls: Cursor) -> bool:
    return calls.given and bool(calls.elements())


def _is_own_step(step: Cursor) -> bool:
    """Return whether it is a step of ours without calls."""
    extra = step["extra"].value
    return isinstance(extra, dict) and isinstance(extra.get(KEY), dict) and "step" in extra[KEY]


def _calls(step: Cursor) -> list[Call]:
    calls = [_call(call) for call in step["tool_calls"].elements()] if step["tool_calls"].given else []
    results = step["observation"]["results"] if step["observation"].given else None
    for result in results.elements() if results is not None and results.given else ():
        _take_result(calls, result)
    return calls


def _call(cursor: Cursor) -> Call:
    """Read a call. One without a readable name is a mistake of the agent."""
    name, call_id = cursor["function_name"].value, cursor["tool_call_id"].value
    own_id = call_id if isinstance(call_id, str) else None
    if not isinstance(name, str) or not name:
        return Call("", cursor.value, own_id, outcome=Outcome.ILLEGAL_FORMAT)
    arguments = cursor["arguments"]
    return Call(name_from(name), arguments.value if arguments.given else None, own_id)


def _take_result(calls: list[Call], result: Cursor) -> None:
    wanted = result["source_call_id"]
    for index, call in enumerate(calls):
        if call.result is None and (not wanted.given or wanted.value == call.id):
            calls[index] = msgspec.structs.replace(call, result=result_from(result))
            return
    if wanted.given:
        raise wanted.unexpected("the id of a call of this step without a result")


def _usage(totals: Cursor, steps: Iterable[Cursor]) -> Usage | None:
    """Return the totals, or the sums over all steps that have metrics."""
    bills = [step["metrics"] for step in steps if step["metrics"].given]
    amounts = [
        _count(totals, f"total_{key}") if totals.given and totals[f"total_{key}"].given else _sum(bills, key)
        for key in ("prompt_tokens", "completion_tokens", "cost_usd")
    ]
    if amounts == [None, None, None]:
        return None
    given, written, cost = amounts
    return Usage(_whole(given), _whole(written), None, None if cost is None else float(cost))


def _sum(bills: list[Cursor], key: str) -> float | None:
    known = [count for bill in bills if (count := _count(bill, key)) is not None]
    return sum(known) if known and len(known) == len(bills) else None


def _count(bill: Cursor, key: str) -> float | None:
    count = bill[key]
    if not count.given:
        return None
    if isinstance(count.value, bool) or not isinstance(count.value, int | float):
        raise count.unexpected("a number")
    return count.value


def _whole(count: float | None) -> int | None:
    return None if count is None or not math.isfinite(count) else int(count)


def _status(own: dict[str, Any], answer: str | None) -> Status:
    if own.get("status") in set(Status):
        return Status(own["status"])
    return Status.UNKNOWN if answer is None else Status.COMPLETED
