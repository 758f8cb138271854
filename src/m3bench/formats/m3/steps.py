"""Steps and calls of M³-Bench records."""

from __future__ import annotations

from typing import Any

from m3bench.core import Call, Outcome, Step
from m3bench.formats.content import result_from, result_to
from m3bench.formats.io import Cursor, plain


def steps_from(cursor: Cursor, *, strict: bool) -> tuple[Step, ...]:
    """Read the steps of a reference (strict) or a prediction. Agents may write calls without a name."""
    return tuple(_step_from(step, strict=strict) for step in cursor.elements())


def _step_from(cursor: Cursor, *, strict: bool) -> Step:
    if isinstance(cursor.value, list):
        return Step(_calls_from(cursor, strict=strict))
    key = "calls" if "calls" in cursor.fields() or "tool_calls" not in cursor.fields() else "tool_calls"
    plan = cursor["plan"].value if isinstance(cursor["plan"].value, str) else None
    cursor.note_others({"step", key} if plan is None else {"step", key, "plan"})
    return Step(_calls_from(cursor[key], strict=strict), plan)


def _calls_from(cursor: Cursor, *, strict: bool) -> tuple[Call, ...]:
    return tuple(_call_from(call, strict=strict) for call in cursor.elements())


def _call_from(cursor: Cursor, *, strict: bool) -> Call:
    if not strict and not _has_name(cursor.value):
        return Call("", cursor.value, outcome=Outcome.ILLEGAL_FORMAT)
    function = cursor["function"] if _has_function(cursor.value) else cursor
    name = function["name"].text()
    if strict and not name:
        raise function["name"].unexpected("the name of a tool")
    _note_others(cursor, function)
    return Call(
        name,
        function["arguments"].value if function["arguments"].given else None,
        _id_from(cursor["id"]),
        result_from(cursor["result"]),
        None if name else Outcome.ILLEGAL_FORMAT,
    )


def _id_from(cursor: Cursor) -> str | None:
    if not cursor.given:
        return None
    return cursor.value if isinstance(cursor.value, str) else cursor.identifier()


def _note_others(cursor: Cursor, function: Cursor) -> None:
    if function is cursor:
        cursor.note_others({"name", "arguments", "id", "result"})
    else:
        cursor.note_others({"type", "function", "id", "result"})
        function.note_others({"name", "arguments"})


def _has_name(raw: Any) -> bool:
    return isinstance(raw, dict) and (isinstance(raw.get("name"), str) or _has_function(raw))


def _has_function(raw: Any) -> bool:
    """Return whether the call is wrapped in `function`, as in chat APIs."""
    if not isinstance(raw, dict) or "name" in raw or not isinstance(raw.get("function"), dict):
        return False
    return isinstance(raw["function"].get("name"), str)


def steps_to(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    return [_step_to(number, step) for number, step in enumerate(steps, 1)]


def _step_to(number: int, step: Step) -> dict[str, Any]:
    plan = {} if step.plan is None else {"plan": step.plan}
    return {"step": number, **plan, "calls": [_call_to(call) for call in step.calls]}


def _call_to(call: Call) -> dict[str, Any]:
    raw: dict[str, Any] = {"name": call.name}
    if call.arguments is not None:
        raw["arguments"] = plain(call.arguments)
    if call.id is not None:
        raw["id"] = call.id
    if call.result is not None:
        raw["result"] = result_to(call.result)
    return raw
