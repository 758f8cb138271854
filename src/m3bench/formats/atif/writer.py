"""Conversion of attempts to ATIF documents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from m3bench.core import Call, Content, Step, Text, Trajectory, Usage
from m3bench.core.text import without_surrogates
from m3bench.formats.atif.content import content_to
from m3bench.formats.atif.reader import KEY, VERSION, trajectory_from
from m3bench.formats.attempt_record import AttemptRecord, Collection, ModelReply, records_from
from m3bench.formats.foreign import CallIds, safe, supplement_text
from m3bench.formats.io import Cursor, dump
from m3bench.formats.openai import name_to

_UNKNOWN = "unknown"


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    return write_collection(Collection(name="", attempt_records=records_from(trajectories)), file)


def write_collection(collection: Collection, file: str) -> Iterator[bytes]:  # noqa: ARG001 - as all writers
    if not collection.attempt_records:
        yield b"[]\n"
    for attempt_record in collection.attempt_records:
        yield dump(document_of(attempt_record))


def document_of(attempt_record: AttemptRecord) -> dict[str, Any]:
    """Return the document of an attempt, with a supplement for what ATIF cannot represent."""
    document = _Attempt(attempt_record).document()
    own = document["extra"][KEY]
    # The reader recognizes our own documents by it.
    own["supplement"] = "{}"
    reread = trajectory_from(Cursor(document, ""), own["task_id"])
    own["supplement"] = supplement_text(attempt_record.trajectory, reread)
    return document


class _Attempt:
    def __init__(self, attempt_record: AttemptRecord) -> None:
        self._record, self._trajectory = attempt_record, attempt_record.trajectory
        self._steps: list[dict[str, Any]] = []
        self._ids = CallIds()

    def document(self) -> dict[str, Any]:
        trajectory, record = self._trajectory, self._record
        self._take_request()
        for number, step in enumerate(trajectory.steps):
            self._take_step(number, step)
        self._take_answer()
        return {
            "schema_version": VERSION,
            "session_id": without_surrogates(f"{record.task_id}#{record.epoch}"),
            "trajectory_id": without_surrogates(trajectory.task_id),
            "agent": self._agent(),
            "steps": self._steps,
            "final_metrics": {**_totals(trajectory.usage), "total_steps": len(self._steps)},
            "extra": {KEY: self._own()},
        }

    def _agent(self) -> dict[str, Any]:
        trajectory = self._trajectory
        version = trajectory.extra.get("agent_version")
        agent: dict[str, Any] = {
            "name": without_surrogates(trajectory.agent or _UNKNOWN),
            "version": without_surrogates(version) if isinstance(version, str) else _UNKNOWN,
        }
        if trajectory.model is not None:
            agent["model_name"] = without_surrogates(trajectory.model)
        if self._record.tools:
            agent["tool_definitions"] = [safe(tool) for tool in self._record.tools]
        return agent

    def _own(self) -> dict[str, Any]:
        trajectory, record = self._trajectory, self._record
        own: dict[str, Any] = {
            "task_id": trajectory.task_id,
            "family": trajectory.family,
            "status": trajectory.status.value,
            "scores": record.scores,
            "checks": [
                {"name": check.name, "result": check.word, "reason": check.reason} for check in record.checks
            ],
            "seconds": record.seconds,
        }
        given: dict[str, Any] = safe(_given(own))
        return given

    def _add(self, source: str, message: Any, **fields: Any) -> None:
        step = {"step_id": len(self._steps) + 1, "source": source, "message": message}
        self._steps.append({**step, **_given(fields)})

    def _take_request(self) -> None:
        request, pictures = self._trajectory.request, self._record.pictures
        if (
            request is None
            and not pictures
            and (self._trajectory.steps or self._trajectory.answer is not None)
        ):
            return
        words: list[Content] = [] if request is None and pictures else [Text(request or "")]
        self._add("user", content_to([*words, *pictures]))

    def _take_step(self, number: int, step: Step) -> None:
        ids = [self._ids.of(call, number, index) for index, call in enumerate(step.calls)]
        pairs = list(zip(step.calls, ids, strict=True))
        results = [_observation(call, call_id) for call, call_id in pairs if call.result is not None]
        self._add(
            "agent",
            without_surrogates(step.plan or ""),
            tool_calls=[_call_to(call, call_id) for call, call_id in pairs],
            observation={"results": results} if results else None,
            extra={KEY: {"step": number}},
            **_reply_fields(self._replies_of(number)),
        )

    def _take_answer(self) -> None:
        answer = self._trajectory.answer
        if answer is not None:
            replies = self._replies_of(len(self._trajectory.steps))
            self._add("agent", without_surrogates(answer), **_reply_fields(replies))

    def _replies_of(self, number: int) -> tuple[ModelReply, ...]:
        """Return the reply behind a step. It is known if each step had one, and perhaps the answer."""
        replies, steps = self._record.replies, len(self._trajectory.steps)
        return replies[number : number + 1] if len(replies) in (steps, steps + 1) else ()


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value not in (None, {}, [])}


def _reply_fields(replies: tuple[ModelReply, ...]) -> dict[str, Any]:
    if not replies:
        return {}
    (reply,) = replies
    counts = {
        "prompt_tokens": reply.usage.input_tokens,
        "completion_tokens": reply.usage.output_tokens,
        "cached_tokens": reply.cached_tokens,
        "cost_usd": _finite(reply.usage.cost),
        "extra": None if reply.seconds is None else {"seconds": reply.seconds},
    }
    return {
        "reasoning_content": without_surrogates(reply.reasoning) or None,
        "metrics": {key: count for key, count in counts.items() if count is not None},
        "llm_call_count": 1,
    }


def _call_to(call: Call, call_id: str) -> dict[str, Any]:
    wire = {"tool_call_id": call_id, "function_name": without_surrogates(name_to(call.name)) or _UNKNOWN}
    if isinstance(call.arguments, dict):
        return {**wire, "arguments": safe(call.arguments)}
    given = {} if call.arguments is None else {"extra": {"arguments": safe(call.arguments)}}
    return {**wire, "arguments": {}, **given}


def _observation(call: Call, call_id: str) -> dict[str, Any]:
    assert call.result is not None
    observation: dict[str, Any] = {"source_call_id": call_id, "content": content_to(call.result.content)}
    return {**observation, "extra": {"is_error": True}} if call.result.is_error else observation


def _totals(usage: Usage | None) -> dict[str, Any]:
    totals = {
        "total_prompt_tokens": usage and usage.input_tokens,
        "total_completion_tokens": usage and usage.output_tokens,
        "total_cost_usd": usage and _finite(usage.cost),
    }
    return {key: value for key, value in totals.items() if value is not None}


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
