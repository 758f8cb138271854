"""Providers whose replies are out of all proportion, or other ones each time they are asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Status as Ended
from m3bench.runs import RunFolder, final_attempts, read_run
from m3bench.testing.provider import Endless, FakeProvider, Line, Status
from tests.attacks.memory import peak_kilobytes, reset_peak
from tests.attacks.providers import ANSWER, IMPATIENT, CommandLine, after_probe, completion

DEEP = "[" * 50_000 + "]" * 50_000


def calls(*named: tuple[str, str], **more: Any) -> Line:
    """A reply with calls, each a name and its arguments as text."""
    made = [
        {"id": f"c{index}", "type": "function", "function": {"name": name, "arguments": arguments}, **more}
        for index, (name, arguments) in enumerate(named)
    ]
    return Status(200, body=completion({"content": None, "tool_calls": made}))


ADD = json.dumps({"firstNumber": 1, "secondNumber": 2})
TURNS: dict[str, Line] = {
    "20,000 calls": calls(*[("math__add", ADD)] * 20_000),
    "a name with a NUL": calls(("math__add\0", ADD)),
    "a name with lines": calls(("math__add\r\nX: y\n", ADD)),
    "a name that is a path": calls(("../../etc/passwd", ADD)),
    "a name from right to left": calls(("\u202edda__htam", ADD)),
    "arguments of 20 megabytes": calls(("math__add", json.dumps({"firstNumber": "9" * 20_000_000}))),
    "a number of a million digits": calls(("math__add", '{"firstNumber": ' + "9" * 1_000_000 + "}")),
    "deep objects": calls(("math__add", '{"a":' * 5_000 + "1" + "}" * 5_000)),
    "200,000 keys": calls(("math__add", json.dumps({f"k{index}": 0 for index in range(200_000)}))),
    "keys twice": calls(("math__add", '{"firstNumber": 1, "firstNumber": 2, "secondNumber": 3}')),
    "names of the language": calls(("math__add", '{"__class__": 1, "__proto__": {"x": 1}}')),
    "a type that is no function": calls(("math__add", ADD), type="hologram"),
    "a picture": Status(200, body=completion({"content": [{"type": "image_url", "image_url": {}}]})),
    "a refusal": Status(200, body=completion({"content": None, "refusal": "No.\x1b[2J"})),
    "content that is a number": Status(200, body=completion({"content": 17})),
    "content of ten megabytes": Status(200, body=completion({"content": "word " * 2_000_000})),
    "content that is deep": Status(200, body=completion({"content": DEEP})),
    "calls that are no list": Status(200, body=completion({"content": None, "tool_calls": {"a": 1}})),
    "two choices": Status(200, body={**completion({"content": "a"}), "choices": [
        {"index": index, "finish_reason": "stop", "message": {"role": "assistant", "content": "a"}}
        for index in range(2_000)]}),
    "another role": Status(200, body=completion({"content": "x", "role": "system"})),
    "an unknown ending": Status(200, body={**completion({"content": "x"}), "choices": [
        {"index": 0, "finish_reason": "\x1b[2J", "message": {"role": "assistant", "content": "x"}}]}),
    "the model of another": Status(200, body={**completion({"content": "x"}), "model": "\x1b]0;x\x07"}),
    "a time out of range": Status(200, body={**completion({"content": "x"}), "created": 10**30}),
    "thoughts that do not end": Status(200, body=completion({"content": "<think>" * 100_000})),
    "a stream that nobody asked for": Status(
        200, {"Content-Type": "text/event-stream"}, 'data: {"choices": []}\n\n' * 1_000
    ),
    "another type of content": Status(200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n"),
    "another encoding": Status(200, {"Content-Type": "application/json; charset=utf-7"}, "+AHsAfQ-"),
}  # fmt: skip


@pytest.mark.parametrize("kind", TURNS)
@pytest.mark.filterwarnings("ignore::pydantic_ai.exceptions.UsageExtractionFailedWarning")
def test_replies_out_of_proportion(kind: str, m3bench: CommandLine) -> None:
    """A reply has far too many calls, arguments without an end, or parts that no reply has."""
    turns = iter([TURNS[kind]])
    before = reset_peak()
    with FakeProvider(after_probe(lambda _: next(turns, ANSWER))) as fake:
        done = m3bench.run(fake.url(), *IMPATIENT, tasks=2)
    assert done.code in (0, 3), done.text
    assert "\x1b" not in done.text
    found = read_run(m3bench.out)
    assert found.statuses.get("completed", 0) >= 1, "the other task is not affected"
    assert sum(found.statuses.values()) == 2
    assert all(
        attempt.trajectory.call_count <= 1_000 for attempt in final_attempts(RunFolder(m3bench.out).journal)
    )
    assert peak_kilobytes() - before < 1_500_000
    if done.code == 3:
        assert "m3bench run --resume" in done.text


def test_another_reply_each_time(m3bench: CommandLine) -> None:
    """A provider fails and then replies something else: what counts is recorded, and only once."""
    turns = iter(
        [
            Status(500),
            calls(("math__add", ADD)),
            Status(429, {"Retry-After": "0"}),
            calls(("math__add", "{}")),
        ]
    )
    with FakeProvider(after_probe(lambda _: next(turns, ANSWER))) as fake:
        done = m3bench.run(fake.url(), "--provider-wait", "5", "--retries", "3", tasks=1)
    assert done.code == 0, done.text
    (attempt,) = final_attempts(RunFolder(m3bench.out).journal)
    assert attempt.trajectory.status is Ended.COMPLETED
    assert attempt.trajectory.call_count == 2


@pytest.mark.parametrize("wait", ["-5", "1e9", "NaN", "never", "Fri, 31 Dec 9999 23:59:59 GMT", "9" * 400])
def test_waits_without_an_end(wait: str, m3bench: CommandLine) -> None:
    """A provider asks for a pause of years, or of no time at all."""
    turns = iter([Status(429, {"Retry-After": wait})])
    with FakeProvider(after_probe(lambda _: next(turns, ANSWER))) as fake:
        done = m3bench.run(fake.url(), *IMPATIENT, tasks=1)
    assert done.code in (0, 3), done.text


def test_an_endless_stream_in_a_run(m3bench: CommandLine) -> None:
    """The reply in the middle of a run does not end: the attempt is the provider's failure."""
    turns = iter([Endless(b" " * 1_000_000)] * 9)
    with FakeProvider(after_probe(lambda _: next(turns, ANSWER))) as fake:
        done = m3bench.run(fake.url(), *IMPATIENT, "--model-timeout", "20", "--concurrency", "1", tasks=1)
    assert done.code == 3, done.text
    assert "64000000 bytes" in done.text
