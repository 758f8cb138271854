from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from m3bench.core import (
    Call,
    Data,
    FormatError,
    Outcome,
    Result,
    Status,
    Step,
    Text,
    Timing,
    Trajectory,
    Usage,
)
from m3bench.formats import (
    AttemptRecord,
    Check,
    Collection,
    detect,
    read_trajectories,
    write,
    write_collection,
)
from tests.formats.test_inspect import PICTURE
from tests.formats.test_round_trips import EXAMPLES, trajectories

if TYPE_CHECKING:
    from pathlib import Path

    from tests.formats.conftest import Save

SECOND = 1_000_000_000


def _written(path: Path, attempt_record: AttemptRecord) -> list[dict[str, Any]]:
    write_collection(path, Collection(name="shore", attempt_records=(attempt_record,)), format="otel")
    (line,) = path.read_text("utf-8").splitlines()
    spans: list[dict[str, Any]] = json.loads(line)["resourceSpans"][0]["scopeSpans"][0]["spans"]
    return spans


def _values(span: dict[str, Any]) -> dict[str, Any]:
    return {attribute["key"]: next(iter(attribute["value"].values())) for attribute in span["attributes"]}


def test_spans_follow_the_conventions(tmp_path: Path) -> None:
    parallel = (
        Call(
            "sky/sunset",
            {"place": "Skagen"},
            "a",
            Result((Text("21:10"),)),
            Outcome.SUCCESS,
            Timing(1.0, 3.0),
        ),
        Call("sky/moon", {}, "b", Result((Text("no"),), is_error=True), Outcome.NOT_FOUND, Timing(1.5, 2.0)),
        Call("nosuch", {}, "c", Result((Text("?"),), is_error=True), Outcome.UNKNOWN_TOOL, Timing(1.5, 1.5)),
    )
    work = Trajectory(
        task_id="shore/1",
        request="When?",
        steps=(Step(parallel, "All at once."),),
        answer="Soon.",
        agent="caller",
        model="openai/some",
        usage=Usage(11, 7),
        status=Status.COMPLETED,
    )
    checks = (Check("called", True, "it was"),)
    attempt_record = AttemptRecord(
        trajectory=work, task_id="shore/1", pictures=(PICTURE,), scores={"recall": 0.25}, checks=checks
    )
    agent, chat, sunset, moon, nosuch, last = _written(tmp_path / "spans.jsonl", attempt_record)
    assert [span["name"] for span in (agent, chat, sunset, moon)] == [
        "invoke_agent caller",
        "chat openai/some",
        "execute_tool sunset",
        "execute_tool moon",
    ]
    told = _values(agent)
    assert (told["gen_ai.operation.name"], told["gen_ai.agent.name"]) == ("invoke_agent", "caller")
    assert (told["gen_ai.usage.input_tokens"], told["gen_ai.usage.output_tokens"]) == ("11", "7")
    (asked,) = json.loads(told["gen_ai.input.messages"])
    assert [part["type"] for part in asked["parts"]] == ["text", "blob"]
    assert {span["parentSpanId"] for span in (chat, sunset, moon, nosuch, last)} == {agent["spanId"]}
    assert len({span["spanId"] for span in (agent, chat, sunset, moon, nosuch, last)}) == 6
    assert int(sunset["startTimeUnixNano"]) < int(moon["startTimeUnixNano"]) < int(sunset["endTimeUnixNano"])
    assert (
        _values(sunset).items()
        >= {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "sunset",
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": "a",
            "gen_ai.tool.call.arguments": '{"place": "Skagen"}',
            "mcp.method.name": "tools/call",
            "mcp.server.name": "sky",
        }.items()
    )
    assert _values(moon)["error.type"] == "tool_error"
    assert (_values(nosuch)["error.type"], nosuch["status"]) == ("unknown_tool", {"code": 2})
    assert "mcp.method.name" not in _values(nosuch)
    names = [_values(event)["gen_ai.evaluation.name"] for event in agent["events"]]
    assert names == ["recall", "check called"]
    assert read_trajectories(tmp_path / "spans.jsonl") == [work]


def test_a_collector_takes_the_oddest_trajectories(tmp_path: Path) -> None:
    """By the protocol's own definition; bytes stand in base64 there, and in hex in OTLP's JSON."""
    service = pytest.importorskip(
        "opentelemetry.proto.collector.trace.v1.trace_service_pb2", reason="opentelemetry-proto is missing"
    )
    json_format = pytest.importorskip("google.protobuf.json_format", reason="protobuf is missing")

    @settings(EXAMPLES, max_examples=25)
    @given(trajectories)
    def is_taken(trajectory: Trajectory) -> None:
        path = tmp_path / "spans.jsonl"
        write(path, [trajectory], format="otel")
        line = json.loads(path.read_text("utf-8"))
        spans = line["resourceSpans"][0]["scopeSpans"][0]["spans"]
        for span in spans:
            for key in {"traceId", "spanId", "parentSpanId"} & span.keys():
                span[key] = base64.b64encode(bytes.fromhex(span[key])).decode()
        taken = json_format.ParseDict(line, service.ExportTraceServiceRequest())
        found = taken.resource_spans[0].scope_spans[0].spans
        assert len(found) == 1 + len(trajectory.steps) + trajectory.call_count + (
            trajectory.answer is not None
        )
        assert {len(span.span_id) for span in found} == {8}
        assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in found)

    is_taken()


def _span(
    name: str, number: int, times: tuple[float, float], told: dict[str, Any], parent: int | None = 1
) -> dict[str, Any]:
    """Attributes are texts, JSON of what is none, or as they are where they name their type."""
    return {
        "traceId": "ab" * 16,
        "spanId": f"{number:016x}",
        **({} if parent is None else {"parentSpanId": f"{parent:016x}"}),
        "name": name,
        "startTimeUnixNano": int(times[0] * SECOND),
        "endTimeUnixNano": str(int(times[1] * SECOND)),
        "attributes": [{"key": key, "value": _value(value)} for key, value in told.items()],
    }


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and next(iter(value), "").endswith("Value"):
        return value
    return {"stringValue": value if isinstance(value, str) else json.dumps(value)}


def _chat(
    number: int, times: tuple[float, float], tokens: tuple[Any, Any], **messages: Any
) -> dict[str, Any]:
    told = {f"gen_ai.{kind}.messages": value for kind, value in messages.items()}
    usage = {
        "gen_ai.usage.input_tokens": {"intValue": tokens[0]},
        "gen_ai.usage.output_tokens": {"intValue": tokens[1]},
    }
    about = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt"}
    return _span("chat gpt", number, times, {**about, **told, **usage})


def _tool(number: int, times: tuple[float, float], name: str, call_id: str, **told: Any) -> dict[str, Any]:
    about = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.id": call_id,
        **{f"gen_ai.tool.call.{key}": value for key, value in told.items()},
    }
    return _span(f"execute_tool {name}", number, times, about)


def _line(*spans: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def _said(role: str, *parts: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"role": role, "parts": list(parts)}]


def _words(text: str) -> dict[str, Any]:
    return {"type": "text", "content": text}


def _call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": call_id, "name": name, "arguments": arguments}


def test_spans_of_other_producers_are_read(save: Save) -> None:
    """As agent frameworks write them: results under the other name, a failure as an exception, a nested
    client of MCP that tells a call again, and spans of one trace over several lines."""
    asked = [
        _words("Both."),
        _call("a", "weather__now", {"place": "Skagen"}),
        _call("b", "sky__sunset", '{"place": "Skagen"}'),
        _call("n", "sky__never", {}),
    ]
    answered = {"type": "tool_call_response", "id": "n", "result": "late"}
    structured = {"kvlistValue": {"values": [{"key": "place", "value": {"stringValue": "Skagen"}}]}}
    failing = _tool(6, (5, 6), "weather__now", "c")
    failing["status"] = {"code": 2}
    noted = [{"key": "exception.message", "value": {"stringValue": "no such place"}}]
    failing["events"] = [{"name": "exception", "attributes": noted}]
    agent = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "guide",
        "gen_ai.conversation.id": "talk-1",
        "gen_ai.output.messages": _said("assistant", _words("12 degrees.")),
        "my.tag": "x",
    }
    again = {"mcp.method.name": "tools/call", "gen_ai.tool.name": "now"}
    request = _said("user", _words("How warm is it?"))
    lines = [
        _line(
            _chat(2, (0, 1), ("5", 2), input=request, output=_said("assistant", *asked)),
            _tool(4, (1, 3), "sky__sunset", "b", result="21:10"),
            _tool(3, (1, 2), "now", "a", arguments=structured, result={"degrees": 12}),
            _span("tools/call now", 7, (1, 2), again, 3),
        ),
        _line(
            _chat(5, (4, 5), (6, "1"), input=_said("tool", answered)),
            failing,
            _span("invoke_agent guide", 1, (0, 9), agent, None),
        ),
    ]
    path = save("spans.jsonl", "\n".join(map(json.dumps, lines)))
    assert detect(path) == "otel"
    (read,) = read_trajectories(path)
    both, last = read.steps
    assert both.plan == "Both."
    assert both.calls == (
        Call("weather/now", {"place": "Skagen"}, "a", Result((Data({"degrees": 12}),)), None, Timing(1, 2)),
        Call("sky/sunset", {"place": "Skagen"}, "b", Result((Text("21:10"),)), None, Timing(1, 3)),
        Call("sky/never", {}, "n", Result((Text("late"),))),
    )
    assert last.calls[0].result == Result((Text("no such place"),), is_error=True)
    assert (read.task_id, read.agent, read.model) == ("talk-1", "guide", "gpt")
    assert (read.request, read.answer) == ("How warm is it?", "12 degrees.")
    assert (read.usage, read.status) == (Usage(11, 3, 2), Status.COMPLETED)
    assert read.extra == {"my.tag": "x"}


def test_calls_without_a_word_of_a_model_are_steps_by_their_overlap(save: Save) -> None:
    told = {"mcp.method.name": "tools/call", "mcp.server.name": "sky"}
    spans = [
        _span(f"tools/call t{number}", number, times, told, None)
        for number, times in enumerate([(0, 2), (1, 3), (3, 4)], 1)
    ]
    (read,) = read_trajectories(save("spans.json", _line(*spans)))
    assert [[call.name for call in step.calls] for step in read.steps] == [["sky/t1", "sky/t2"], ["sky/t3"]]
    assert read.task_id == "ab" * 16


@pytest.mark.parametrize(
    ("span", "problem"),
    [
        ({"spanId": "1"}, "traceId: expected a string, found nothing"),
        ({"traceId": "1", "spanId": "1", "startTimeUnixNano": "soon"}, "expected a time in nanoseconds"),
        ({"traceId": "1", "spanId": "1", "parentSpanId": 3}, "parentSpanId: expected a string"),
        (3, "spans[0]: expected an object"),
    ],
)
def test_a_broken_span_says_where(save: Save, span: Any, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_trajectories(save("spans.json", _line(span)), format="otel")
    assert problem in str(caught.value)


def test_odd_attributes_and_circles_are_passed_over(save: Save) -> None:
    circle = [
        {"traceId": "1", "spanId": "a", "parentSpanId": "b", "attributes": [3, {"key": 4}, {"key": "x"}]},
        {"traceId": "1", "spanId": "b", "parentSpanId": "a", "attributes": "none"},
    ]
    tool = _span("execute_tool t", 9, (1, 2), {"gen_ai.operation.name": "execute_tool"}, None)
    (read,) = read_trajectories(save("spans.json", _line(*circle, tool)), format="otel")
    assert [call.name for _, call in read.calls()] == ["t"]


@pytest.mark.parametrize("usage", [Usage(None, 0, 1), Usage(0, 0, 0), Usage(2**70, None, 1), Usage(cost=0.5)])
def test_what_is_known_of_usage_is_neither_more_nor_less_afterwards(tmp_path: Path, usage: Usage) -> None:
    work = Trajectory(task_id="a", answer="yes", usage=usage)
    for name in ("otel", "inspect"):
        write(tmp_path / name, [work], format=name)
        assert read_trajectories(tmp_path / name) == [work]


def test_a_step_of_three_hundred_calls_survives(tmp_path: Path) -> None:
    calls = tuple(
        Call(f"s/t{number}", {"n": number}, None, Result((Text("\x00\x1b"),))) for number in range(300)
    )
    work = Trajectory(task_id="many", steps=(Step(calls),))
    for name in ("otel", "inspect"):
        write(tmp_path / name, [work], format=name)
        assert read_trajectories(tmp_path / name) == [work]
