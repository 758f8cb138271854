"""The model of a soak follows the references, and its provider fails as the plan says."""

from __future__ import annotations

from pathlib import Path

from m3bench.core import Text
from m3bench.models import Assistant, Message, Reply, Request, ToolReturn, User
from m3bench.soak.fault_log import ANSWER, Event, FaultCounter, FaultLog, read_events
from m3bench.soak.faults import FaultPlan
from m3bench.soak.provider import BROKEN, FaultyProvider, ReferenceModel, conversation_of
from m3bench.testing.provider import Drip, SeenRequest
from tests.runs.sums import sums_task

TASKS = [sums_task(number, steps=2, calls=2) for number in range(12)]


def asked(task: int, *messages: Message) -> SeenRequest:
    first = User((Text(f"Please: {TASKS[task].request}"),))
    return SeenRequest(wire="openai", path="", model="soak", request=Request((first, *messages)))


def turn(reply: Reply, *results: str) -> list[Message]:
    """A reply, and the results of its calls."""
    returns = [
        ToolReturn(use.id, use.name, (Text(text),)) for use, text in zip(reply.calls, results, strict=True)
    ]
    return [Assistant(reply.text, reply.calls), *returns]


def test_the_model_makes_the_calls_of_the_reference() -> None:
    model = ReferenceModel(TASKS)
    task = model.task_of(asked(11))
    assert task.id == "sum-0011"
    first = model.reply(asked(11), task, 5)
    assert [(use.id, use.arguments["firstNumber"]) for use in first.calls] == [
        ("c5-1-0", 1100),
        ("c5-1-1", 1101),
    ]
    assert [use.arguments["call_id"] for use in first.calls] == ["c5-1-0", "c5-1-1"]
    done = turn(first, "1101", "1102")
    second = model.reply(asked(11, *done), task, 5)
    assert [use.arguments["firstNumber"] for use in second.calls] == [1110, 1111]
    last = model.reply(asked(11, *done, *turn(second, "1", "2")), task, 5)
    assert (last.calls, last.text) == ((), "11")


def test_the_model_repeats_a_step_that_failed() -> None:
    model = ReferenceModel(TASKS)
    task = TASKS[3]
    first = model.reply(asked(3), task, 1)
    failed = turn(first, "301", "math: exited with code 3. The server failed; the call itself was valid.")
    again = model.reply(asked(3, *failed), task, 1)
    assert [use.arguments["firstNumber"] for use in again.calls] == [300, 301]
    assert [use.id for use in again.calls] == ["c1-2-0", "c1-2-1"]


def test_the_model_gives_up_a_step_that_always_fails() -> None:
    model, messages = ReferenceModel(TASKS), list[Message]()
    for _ in range(5):
        reply = model.reply(asked(0, *messages), TASKS[0], 1)
        assert reply.calls[0].arguments["firstNumber"] == 0
        messages += turn(reply, "soak: the service behind this tool is out of order (c1-1-0)", "1")
    assert model.reply(asked(0, *messages), TASKS[0], 1).calls[0].arguments["firstNumber"] == 10


def test_a_conversation_is_known_by_the_ids_of_its_calls() -> None:
    reply = ReferenceModel(TASKS).reply(asked(0), TASKS[0], 42)
    assert conversation_of(asked(0).request.messages) is None
    assert conversation_of(asked(0, *turn(reply, "1", "2")).request.messages) == 42


def test_faults_are_counted_while_the_log_grows(tmp_path: Path) -> None:
    path = tmp_path / "faults.jsonl"
    with FaultLog(path) as log:
        counter = FaultCounter(path)
        assert counter.count() == 0
        log.add(Event(what="provider:500"))
        log.add(Event(what=ANSWER, conversation=1))
        assert counter.count() == 1
        log.add(Event(what="server:hang", call="c1-1-0"))
        assert [counter.count(), counter.count()] == [2, 2]


def test_everything_is_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "faults.jsonl"
    with FaultLog(path) as log:
        script = FaultyProvider(ReferenceModel(TASKS), FaultPlan(kinds=("provider:500",), rate=1.0), log)
        assert script(asked(1)) == BROKEN["provider:500"]
        script.plan = FaultPlan(kinds=("provider:slow",), rate=1.0)
        assert isinstance(script(asked(1)), Drip)
        script.plan = script.plan.without_faults()
        assert isinstance(script(asked(2)), Reply)
    assert [(event.what, event.conversation, event.task_id) for event in read_events(path)] == [
        ("provider:500", None, "sum-0001"),
        ("provider:slow", None, "sum-0001"),
        (ANSWER, 1, "sum-0001"),
        (ANSWER, 2, "sum-0002"),
    ]
