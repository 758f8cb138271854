"""`retrieval`: a floor that reads the request, the schemas and the results, and nothing else."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import m3bench
from m3bench.agents import Limits, make_agent
from m3bench.agents.filling.arguments import Sources, fill
from m3bench.agents.filling.clues import best_line, clauses, read_clues
from m3bench.agents.filling.findings import Findings
from m3bench.core import Call, Outcome, Result, Task, Text, Trajectory, UsageError
from m3bench.hosting import Tool
from tests.agents.smoke_runs import attempt_with, begin, smoke, task_called
from tests.hosting.processes import run


@pytest.mark.slow
def test_it_is_above_idle_and_below_the_reference(tmp_path: Path) -> None:
    means = {}
    for agent in ("idle", "retrieval"):
        done = [
            attempt_with(agent, task, tmp_path / agent / str(index))
            for index, task in enumerate(smoke().tasks)
        ]
        scores = [m3bench.score(each, task) for each, task in zip(done, smoke().tasks, strict=True)]
        means[agent] = fmean(score.metrics.average for score in scores)
    assert means["idle"] + 0.2 < means["retrieval"] < 1


@pytest.mark.slow
def test_it_does_not_look_at_the_reference(tmp_path: Path) -> None:
    task = task_called("warmth")
    blind = msgspec.structs.replace(task, references=(), answer=None)
    seeing, unseeing = (
        attempt_with("retrieval:hashing", each, tmp_path / str(index))
        for index, each in enumerate((task, blind))
    )
    assert called(seeing) == called(unseeing)
    assert called(unseeing)


@pytest.mark.slow
def test_a_chain_is_followed_through_results(tmp_path: Path) -> None:
    trajectory = attempt_with("retrieval", task_called("unknown-book"), tmp_path)
    scan, book = called(trajectory)
    assert scan == ("pyzbar-mcp/scan_barcode", {"image_paths": "cover.png"})
    assert book[0] == "openlibrary_mcp/get_book_info"
    assert book[1] == task_called("unknown-book").references[0].steps[1].calls[0].arguments
    assert trajectory.answer


def test_it_keeps_to_the_limits(tmp_path: Path) -> None:
    task = msgspec.structs.replace(
        task_called("air-of-two-cities"),
        request="Find the address of Lisbon, Portugal or Vienna, Austria or Rome, Italy. Then the air there.",
    )

    async def work() -> list[int]:
        attempt = await begin(task, tmp_path)
        attempt.limits = Limits(max_steps=1, max_concurrent=2)
        await make_agent("retrieval:hashing").solve(attempt)
        return [len(step.calls) for step in attempt.steps]

    assert run(work) in ([1], [2])


@pytest.mark.parametrize("request_text", ["", "?", "…", "Hi"])
def test_a_request_without_clues_ends_all_the_same(request_text: str, tmp_path: Path) -> None:
    task = Task(id="empty", request=request_text, servers=("math", "weather"))
    assert attempt_with("retrieval:hashing", task, tmp_path).status == "completed"


def test_an_unknown_encoder_is_told() -> None:
    assert make_agent("retrieval:hashing").name == "retrieval:hashing"
    assert make_agent("retrieval").name == "retrieval"
    with pytest.raises(UsageError, match="There is no encoder 'minlm'"):
        make_agent("retrieval:minlm")


def called(trajectory: Trajectory) -> list[tuple[str, Any]]:
    return [(call.name, call.arguments) for _, call in trajectory.calls()]


def test_clues_of_every_kind_are_read() -> None:
    text = (
        'Compare "The Long Day" by Ann Lee with report.pdf from https://a.example/x?y=1. On 2025-01-03 '
        "it was ISBN 9786901668327, BTC-USDT, at 1,250.5 dollars for 3 people in New York, United States."
    )
    clues = read_clues(text)
    assert clues.quoted == ("The Long Day",)
    assert clues.files == ("report.pdf",)
    assert clues.urls == ("https://a.example/x?y=1",)
    assert clues.dates == ("2025-01-03",)
    assert clues.codes == ("9786901668327", "BTC-USDT")
    assert clues.numbers == (1250.5, 3)
    assert clues.names == ("Ann Lee", "New York, United States")


def test_a_sentence_begins_with_a_capital_and_that_is_no_name() -> None:
    assert read_clues("Which is better by the US AQI, Addis Ababa, Ethiopia or Sydney?").names == (
        "Addis Ababa, Ethiopia",
        "Sydney",
    )


def test_clauses_leave_quotations_and_parentheses_whole() -> None:
    text = (
        'Find the film "Stop. Then go, and run" first. Then crop the photo (left, and up) and turn it grey.'
    )
    assert clauses(text) == [
        'Find the film "Stop. Then go, and run" first.',
        "crop the photo (left, and up)",
        "turn it grey.",
    ]


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    clues = read_clues(text)
    assert clues.text == text
    for clause in clauses(text):
        assert clause == clause.strip() != ""


def tool(required: list[str], **properties: Any) -> Tool:
    return Tool(server="s", name="t", input_schema={"properties": properties, "required": required})


def filled(one: Tool, text: str, *, files: tuple[str, ...] = (), findings: Findings | None = None) -> Any:
    return fill(one, Sources([read_clues(text)], files, findings or Findings()), 4)


STRING, NUMBER = {"type": "string"}, {"type": "number"}


def test_each_thing_that_is_named_gets_a_call() -> None:
    geocode = tool(["address"], address=STRING, language={"anyOf": [STRING, {"type": "null"}]})
    assert filled(geocode, "between Lisbon, Portugal and Rome") == [
        {"address": "Lisbon, Portugal"},
        {"address": "Rome"},
    ]
    assert filled(geocode, "between here and there") == []


def test_files_choices_and_numbers_find_their_parameters() -> None:
    crop = tool(
        ["input_path", "x1", "x2", "palette"],
        input_path=STRING,
        x1={"type": "integer"},
        x2={"type": "integer"},
        palette={"enum": ["grayscale", "sepia"]},
        output_path=STRING,
    )
    text = "cut a.png from 10 to 20.4 into new.png in sepia"
    assert filled(crop, text, files=("b.png", "a.png")) == [
        {"input_path": "a.png", "x1": 10, "x2": 20, "palette": "sepia", "output_path": "new.png"}
    ]
    assert filled(crop, "cut it from 10 to 20", files=("b.png",))[0]["palette"] == "grayscale"
    assert filled(crop, "cut it from 10", files=("b.png",)) == []


def test_optional_parameters_take_each_text_once() -> None:
    book = tool([], isbn=STRING, title=STRING, author=STRING)
    assert filled(book, 'the book "Long Days"') == [{"title": "Long Days"}]
    assert filled(book, "ISBN 9786901668327") == [{"isbn": "9786901668327"}]
    assert filled(book, "whatever there is") == []


def test_an_id_comes_from_a_result_and_never_from_a_number() -> None:
    details = tool(["movie_id"], movie_id=NUMBER)
    assert filled(details, "the film of 2011") == []
    findings = Findings()
    done = Call("s/search", {}, result=Result((Text('{"results": [{"id": 17}]}'),)), outcome=Outcome.SUCCESS)
    findings.take([done, msgspec.structs.replace(done, outcome=Outcome.SERVER_FAULT)])
    assert filled(details, "the film of 2011", findings=findings) == [{"movie_id": 17}]


@pytest.mark.parametrize("text", ["[" * 900 + "]" * 900, "[" * 90_000, "plain\n\nlines", "[1, [2], {}]", ""])
def test_any_result_can_be_taken(text: str) -> None:
    findings = Findings()
    findings.take([Call("s/t", {}, result=Result((Text(text),)), outcome=Outcome.SUCCESS)])
    assert all(findings.lines)
    assert findings.values("id") == []


def test_parallel_results_lead_to_parallel_calls() -> None:
    findings = Findings()
    findings.take(
        [
            Call("s/g", {}, result=Result((Text(f'{{"lat": {lat}, "lng": 2}}'),)), outcome=Outcome.SUCCESS)
            for lat in (1, 5)
        ]
    )
    air = tool(["lat", "lng"], lat=NUMBER, lng=NUMBER)
    assert filled(air, "the air", findings=findings) == [{"lat": 1, "lng": 2}, {"lat": 5, "lng": 2}]


def test_lists_and_flags() -> None:
    numbers = tool(["numbers"], numbers={"type": "array", "items": NUMBER})
    assert filled(numbers, "the mean of 1, 2 and 6.5") == [{"numbers": [1, 2, 6.5]}]
    flag = tool(["deep"], deep={"type": "boolean"})
    assert filled(flag, "look") == [{"deep": False}]
    shapes = tool(["areas"], areas={"type": "array", "items": {"type": "object"}})
    assert filled(shapes, "blur it") == []


ANYTHING = st.none() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=2)
SCHEMA_WORDS = st.sampled_from(["type", "enum", "anyOf", "items", "default", "properties", "required"])


@given(st.dictionaries(SCHEMA_WORDS, ANYTHING, max_size=4))
def test_a_broken_schema_breaks_nothing(schema: dict[str, Any]) -> None:
    for shape in (schema, {"properties": schema}, {"properties": {"a": schema}, "required": ["a"]}):
        assert isinstance(filled(Tool(server="s", name="t", input_schema=shape), "see 3 Oaks"), list)


def test_the_best_line_is_named_as_asked() -> None:
    lines = ["location name: Rome", "units temperature: °C", "current temperature: 20.5", "low: 3"]
    assert best_line(lines, "What is the temperature in Rome?") == "current temperature: 20.5"
    assert best_line([], "anything") is None
