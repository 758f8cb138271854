"""Conversion of attempts to spans: the agent, the replies of its models, and its calls."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from m3bench.core import Call, Outcome, Step, Timing, Trajectory, canonical_json
from m3bench.core.text import without_surrogates
from m3bench.formats.attempt_record import FAILURES, AttemptRecord, Collection, records_from
from m3bench.formats.content import envelope_of
from m3bench.formats.foreign import CallIds, json_text, supplement_text, valid_timing
from m3bench.formats.io import Cursor, dump
from m3bench.formats.otel.messages import call_part, picture_part, text_part
from m3bench.formats.otel.reader import PREFIX, trajectories_of
from m3bench.formats.otel.spans import spans_from
from m3bench.formats.otel.steps import OUTCOME, SERVER, STEP
from m3bench.formats.otel.values import attribute

SCHEMA = "https://opentelemetry.io/schemas/1.41.0"
_INTERNAL, _CLIENT = 1, 3
_ERROR = {"code": 2}


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    records = records_from(trajectories)
    return write_collection(Collection(name=Path(file).stem, attempt_records=records), file)


def write_collection(collection: Collection, file: str) -> Iterator[bytes]:  # noqa: ARG001 - as all writers
    if not collection.attempt_records:
        yield dump({"resourceSpans": []})
    for attempt_record in collection.attempt_records:
        yield dump(line_of(attempt_record, collection))


def line_of(attempt_record: AttemptRecord, collection: Collection) -> dict[str, Any]:
    """Return the export request of an attempt, with a supplement for what spans cannot represent."""
    spans = _Attempt(attempt_record, collection).spans()
    line = _request(spans, collection)
    # An empty supplement is added before rereading: the reader recognizes our own spans by it.
    spans[0]["attributes"].append(attribute(f"{PREFIX}supplement", "{}"))
    (reread,) = trajectories_of(list(spans_from(Cursor(line, ""))), "")
    supplement = supplement_text(attempt_record.trajectory, reread)
    spans[0]["attributes"][-1] = attribute(f"{PREFIX}supplement", supplement)
    return line


def _request(spans: list[dict[str, Any]], collection: Collection) -> dict[str, Any]:
    about = {"service.name": "m3bench", f"{PREFIX}collection": collection.name}
    versions = {f"{PREFIX}version.{name}": version for name, version in collection.versions.items()}
    resource = {"attributes": [attribute(key, value) for key, value in {**about, **versions}.items()]}
    scope = {"scope": {"name": "m3bench"}, "spans": spans, "schemaUrl": SCHEMA}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [scope], "schemaUrl": SCHEMA}]}


class _Attempt:
    def __init__(self, attempt_record: AttemptRecord, collection: Collection) -> None:
        self._record, self._trajectory = attempt_record, attempt_record.trajectory
        self._created = collection.created
        identity = canonical_json([collection.name, attempt_record.task_id, attempt_record.epoch])
        self._trace = _digest(f"{identity} {collection.created.isoformat()}")[:32]
        self._clock = 0.0
        self._ids = CallIds()

    def spans(self) -> list[dict[str, Any]]:
        steps, answer = self._trajectory.steps, self._trajectory.answer
        below = [span for number, step in enumerate(steps) for span in self._step(number, step)]
        if answer is not None:
            below.append(self._reply(len(steps), [text_part(answer)], "stop"))
        return [self._agent(), *below]

    def _agent(self) -> dict[str, Any]:
        trajectory = self._trajectory
        request = [] if trajectory.request is None else [text_part(trajectory.request)]
        parts = [*request, *map(picture_part, self._record.pictures)]
        answers = [] if trajectory.answer is None else [text_part(trajectory.answer)]
        usage = trajectory.usage
        values = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.provider.name": _provider(trajectory.model),
            "gen_ai.agent.name": trajectory.agent,
            "gen_ai.request.model": trajectory.model,
            "gen_ai.conversation.id": f"{self._record.task_id}#{self._record.epoch}",
            "gen_ai.usage.input_tokens": usage and _int64_or_none(usage.input_tokens),
            "gen_ai.usage.output_tokens": usage and _int64_or_none(usage.output_tokens),
            "gen_ai.input.messages": json_text([{"role": "user", "parts": parts}] if parts else []),
            "gen_ai.output.messages": json_text([_assistant_message(answers, "stop")] if answers else []),
            f"{PREFIX}task.id": trajectory.task_id,
            f"{PREFIX}epoch": self._record.epoch,
            f"{PREFIX}family": trajectory.family,
            f"{PREFIX}status": trajectory.status.value,
            f"{PREFIX}extra": json_text(trajectory.extra),
        }
        failed = trajectory.status in FAILURES
        if failed:
            values["error.type"] = trajectory.status.value
        name = " ".join(filter(None, ("invoke_agent", trajectory.agent)))
        seconds = max(self._clock, self._record.seconds or 0.0)
        span = self._span("agent", name, _INTERNAL, (0.0, seconds), values, failed=failed)
        return {**span, "events": [self._evaluation_event(*pair, seconds) for pair in self._evaluations()]}

    def _evaluations(self) -> list[tuple[dict[str, Any], str]]:
        scores = self._record.scores.items()
        metrics = [({"gen_ai.evaluation.score.value": value}, name) for name, value in scores]
        checks = [
            (
                {
                    "gen_ai.evaluation.score.value": None if check.passed is None else float(check.passed),
                    "gen_ai.evaluation.score.label": check.word,
                    "gen_ai.evaluation.explanation": check.reason,
                },
                f"check {check.name}",
            )
            for check in self._record.checks
        ]
        return [*metrics, *checks]

    def _evaluation_event(self, values: dict[str, Any], name: str, at: float) -> dict[str, Any]:
        attributes = {"gen_ai.evaluation.name": name, **values}
        return {
            "timeUnixNano": self._nanoseconds(at),
            "name": "gen_ai.evaluation.result",
            "attributes": [attribute(key, value) for key, value in attributes.items() if value is not None],
        }

    def _step(self, number: int, step: Step) -> list[dict[str, Any]]:
        ids = [self._ids.of(call, number, index) for index, call in enumerate(step.calls)]
        plan = [] if step.plan is None else [text_part(step.plan)]
        parts = [call_part(call, call_id) for call, call_id in zip(step.calls, ids, strict=True)]
        starts = [known.start for call in step.calls if (known := valid_timing(call.timing))]
        reply = self._reply(number, [*plan, *parts], "tool_call", until=min(starts, default=self._clock))
        calls = [self._tool(call, call_id) for call, call_id in zip(step.calls, ids, strict=True)]
        return [reply, *calls]

    def _reply(
        self, number: int, parts: list[dict[str, Any]], reason: str, until: float | None = None
    ) -> dict[str, Any]:
        end = self._clock if until is None else max(until, self._clock)
        model = self._trajectory.model
        values = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _provider(model),
            "gen_ai.request.model": model,
            "gen_ai.response.finish_reasons": [reason],
            "gen_ai.output.messages": json_text([_assistant_message(parts, reason)]),
            STEP: number + 1 if reason == "tool_call" else None,
        }
        name = " ".join(filter(None, ("chat", model)))
        span = self._span(f"chat {number}", name, _CLIENT, (self._clock, end), values)
        self._clock = end
        return span

    def _tool(self, call: Call, call_id: str) -> dict[str, Any]:
        known = valid_timing(call.timing) or Timing(self._clock, self._clock)
        error = _error(call)
        values = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.tool,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": call_id,
            "gen_ai.tool.call.arguments": _arguments(call),
            "gen_ai.tool.call.result": call.result and json_text(envelope_of(call.result)),
            OUTCOME: call.outcome and call.outcome.value,
            "error.type": error,
        }
        if call.server:
            values |= {"mcp.method.name": "tools/call", SERVER: call.server}
        kind = _CLIENT if call.server else _INTERNAL
        times = (known.start, known.end)
        span = self._span(call_id, f"execute_tool {call.tool}", kind, times, values, failed=error is not None)
        self._clock = max(self._clock, known.end)
        return span

    def _span(
        self,
        place: str,
        name: str,
        kind: int,
        times: tuple[float, float],
        values: dict[str, Any],
        *,
        failed: bool = False,
    ) -> dict[str, Any]:
        own = place == "agent"
        return {
            "traceId": self._trace,
            "spanId": self._span_id(place),
            **({} if own else {"parentSpanId": self._span_id("agent")}),
            "name": without_surrogates(name),
            "kind": kind,
            "startTimeUnixNano": self._nanoseconds(times[0]),
            "endTimeUnixNano": self._nanoseconds(times[1]),
            "attributes": [attribute(key, value) for key, value in values.items() if value is not None],
            "status": _ERROR if failed else {},
        }

    def _span_id(self, place: str) -> str:
        return _digest(f"{self._trace} {place}")[:16]

    def _nanoseconds(self, seconds: float) -> str:
        began = round(self._created.timestamp()) * 1_000_000_000
        return str(began + timedelta(seconds=seconds) // timedelta(microseconds=1) * 1000)


def _assistant_message(parts: list[dict[str, Any]], reason: str) -> dict[str, Any]:
    return {"role": "assistant", "parts": parts, "finish_reason": reason}


def _arguments(call: Call) -> str | None:
    if call.arguments is None or isinstance(call.arguments, str):
        return call.arguments
    return json_text(call.arguments)


def _error(call: Call) -> str | None:
    """Return the error type: ``tool_error`` of the conventions for errors of the server, else the outcome."""
    if call.outcome is not None and not call.outcome.executed and call.outcome is not Outcome.SERVER_FAULT:
        return call.outcome.value
    return "tool_error" if call.result is not None and call.result.is_error else None


def _provider(model: str | None) -> str:
    return model.partition("/")[0] if model and "/" in model else "m3bench"


def _int64_or_none(count: int | None) -> int | None:
    return count if count is not None and count < 2**63 else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
