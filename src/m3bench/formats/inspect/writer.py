"""Conversion of attempts to Inspect samples."""

from __future__ import annotations

import hashlib
import math
from datetime import datetime, timedelta
from typing import Any

from m3bench.core import Call, Result, Status, Step, Timing, Trajectory, Usage, canonical_json
from m3bench.core.text import without_surrogates
from m3bench.formats.attempt_record import FAILURES, AttemptRecord
from m3bench.formats.foreign import KEY, CallIds, safe, supplement_text, valid_timing
from m3bench.formats.inspect.content import Attachments, content_to, part_to, picture_to
from m3bench.formats.inspect.reader import NO_MODEL, OWN_KEYS, trajectory_from
from m3bench.formats.inspect.scores import scores_of
from m3bench.formats.io import Cursor
from m3bench.formats.openai import ATTACHMENTS, OTHERS, name_to

_LIMITS = {Status.OUT_OF_STEPS: "turn", Status.OUT_OF_BUDGET: "time"}


def sample_of(
    attempt_record: AttemptRecord, log: dict[str, Any], created: datetime, *, several: bool
) -> dict[str, Any]:
    """Return the sample of an attempt. Its metadata has everything that Inspect cannot represent."""
    sample = _Sample(attempt_record, created).build()
    reread = trajectory_from(Cursor(sample, ""), Cursor(log, ""), several=several)
    sample["metadata"][KEY] = supplement_text(attempt_record.trajectory, reread)
    return sample


class _Sample:
    def __init__(self, attempt_record: AttemptRecord, created: datetime) -> None:
        self._record, self._trajectory, self._created = attempt_record, attempt_record.trajectory, created
        self._attachments = Attachments()
        self._messages: list[dict[str, Any]] = []
        self._events: list[dict[str, Any]] = []
        name = canonical_json([attempt_record.task_id, attempt_record.epoch]).encode("utf-8", "surrogatepass")
        self._name = hashlib.sha256(name).hexdigest()[:22]
        self._ids = CallIds()

    def build(self) -> dict[str, Any]:
        request = self._request()
        for number, step in enumerate(self._trajectory.steps):
            self._take_step(number, step)
        output = self._output()
        scores = scores_of(self._record)
        seconds = self._seconds()
        return {
            "id": without_surrogates(self._record.task_id),
            "epoch": self._record.epoch,
            "input": request,
            "target": without_surrogates((self._record.task and self._record.task.answer) or ""),
            "messages": self._messages,
            "output": output,
            "scores": scores,
            "metadata": self._metadata(),
            "store": {},
            "events": self._events,
            "model_usage": _usage_to(self._trajectory),
            "started_at": self._created.isoformat(),
            "completed_at": self._at(seconds),
            "total_time": seconds,
            "working_time": seconds,
            "uuid": self._name,
            **self._ending(),
            "attachments": self._attachments.texts,
        }

    def _request(self) -> str | list[dict[str, Any]]:
        text, extra = self._trajectory.request, self._trajectory.extra.get(ATTACHMENTS)
        pictures = [part_to(picture, self._attachments) for picture in self._record.pictures]
        if not pictures and isinstance(extra, list):
            pictures = [found for part in extra if (found := picture_to(part, self._attachments))]
        if text is None and not pictures:
            return ""
        words = [] if text is None else [{"type": "text", "text": without_surrogates(text)}]
        content = [*words, *pictures] if pictures else without_surrogates(text or "")
        self._messages.append(
            {"id": self._message_id(), "role": "user", "content": content, "source": "input"}
        )
        return list(self._messages) if pictures else str(content)

    def _take_step(self, number: int, step: Step) -> None:
        ids = [self._ids.of(call, number, index) for index, call in enumerate(step.calls)]
        message = {
            "id": self._message_id(),
            "role": "assistant",
            "content": without_surrogates(step.plan or ""),
            "source": "generate",
            "metadata": {"step": number + 1},
            "tool_calls": [_call_to(call, name) for call, name in zip(step.calls, ids, strict=True)],
        }
        self._messages.append(message)
        self._span("begin", number)
        for call, name in zip(step.calls, ids, strict=True):
            self._take_call(call, name, number)
        self._span("end", number)

    def _take_call(self, call: Call, call_id: str, number: int) -> None:
        event = {**self._moment(call.timing, number), "event": "tool", **_call_to(call, call_id)}
        event.pop("parse_error", None)
        event["metadata"] = {"outcome": call.outcome.value if call.outcome else None}
        if call.result is not None:
            answer = self._answer_to(call, call_id, call.result)
            self._messages.append(answer)
            event |= {"result": answer["content"], "error": answer["error"], "message_id": answer["id"]}
        self._events.append(event)

    def _answer_to(self, call: Call, call_id: str, result: Result) -> dict[str, Any]:
        text = without_surrogates(result.text)
        return {
            "id": self._message_id(),
            "role": "tool",
            "content": content_to(result.content, self._attachments),
            "tool_call_id": call_id,
            "function": without_surrogates(name_to(call.name)),
            "error": {"type": "unknown", "message": text} if result.is_error else None,
            "metadata": {"outcome": call.outcome.value if call.outcome else None},
        }

    def _moment(self, timing: Timing | None, number: int) -> dict[str, Any]:
        known = valid_timing(timing)
        start, end = (known.start, known.end) if known else (0.0, None)
        ended = {} if end is None else {"completed": self._at(end), "working_time": end - start}
        span = {"span_id": self._span_id(number), "timestamp": self._at(start), "working_start": start}
        return {**span, **ended}

    def _span(self, edge: str, number: int) -> None:
        step = self._trajectory.steps[number]
        times = [known for call in step.calls if (known := valid_timing(call.timing))]
        at = 0.0
        if times:
            at = min(t.start for t in times) if edge == "begin" else max(t.end for t in times)
        event = {"event": f"span_{edge}", "id": self._span_id(number), "span_id": self._span_id(number)}
        named = {"type": "step", "name": f"step {number + 1}"} if edge == "begin" else {}
        self._events.append({**event, **named, "timestamp": self._at(at), "working_start": at})

    def _output(self) -> dict[str, Any]:
        answer = self._trajectory.answer
        model = without_surrogates(self._trajectory.model or NO_MODEL)
        if answer is None:
            return {"model": model, "choices": [], "completion": ""}
        reply = {"id": self._message_id(), "role": "assistant", "content": without_surrogates(answer)}
        message = {**reply, "source": "generate"}
        self._messages.append(message)
        choice = {"message": message, "stop_reason": "stop"}
        return {"model": model, "choices": [choice], "completion": without_surrogates(answer)}

    def _metadata(self) -> dict[str, Any]:
        reserved = {*OWN_KEYS, ATTACHMENTS, OTHERS}
        extra = {key: value for key, value in self._trajectory.extra.items() if key not in reserved}
        own = {
            "family": self._trajectory.family,
            "agent": self._trajectory.agent,
            "status": self._trajectory.status.value,
        }
        return {**safe(extra), **safe(own), KEY: "{}"}

    def _ending(self) -> dict[str, Any]:
        status, reason = self._trajectory.status, self._trajectory.extra.get("reason")
        reason_text = without_surrogates(reason) if isinstance(reason, str) else status.value
        if status in FAILURES:
            return {"error": {"message": reason_text, "traceback": "", "traceback_ansi": ""}}
        if status in _LIMITS:
            count = float(len(self._trajectory.steps))
            limit = count if status is Status.OUT_OF_STEPS else self._seconds()
            return {"limit": {"type": _LIMITS[status], "limit": limit, "reason": reason_text}}
        return {}

    def _seconds(self) -> float:
        ends = [known.end for _, call in self._trajectory.calls() if (known := valid_timing(call.timing))]
        return max((*ends, self._record.seconds or 0.0))

    def _at(self, seconds: float) -> str:
        return (self._created + timedelta(seconds=seconds)).isoformat()

    def _message_id(self) -> str:
        return f"{self._name}-{len(self._messages)}"

    def _span_id(self, number: int) -> str:
        return f"{self._name}-step-{number + 1}"


def _call_to(call: Call, call_id: str) -> dict[str, Any]:
    wire = {"id": call_id, "function": without_surrogates(name_to(call.name)), "type": "function"}
    if isinstance(call.arguments, dict):
        return {**wire, "arguments": safe(call.arguments)}
    if call.arguments is None:
        return {**wire, "arguments": {}}
    return {**wire, "arguments": {}, "parse_error": f"no object: {canonical_json(safe(call.arguments))}"}


def _usage_to(trajectory: Trajectory) -> dict[str, Any]:
    usage = trajectory.usage or Usage()
    if usage.input_tokens is None and usage.output_tokens is None:
        return {}
    used, written = usage.input_tokens or 0, usage.output_tokens or 0
    bill: dict[str, Any] = {"input_tokens": used, "output_tokens": written, "total_tokens": used + written}
    if usage.cost is not None and math.isfinite(usage.cost):
        bill["total_cost"] = usage.cost
    return {without_surrogates(trajectory.model or NO_MODEL): bill}
