"""References that name servers, tools or parameters that do not exist."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Call, Reference, SimulatedUser, Step, Task, UsageError
from m3bench.formats import write
from m3bench.hosting import Tool
from m3bench.runs import run_settings, start_run
from m3bench.runs.serving.reference_calls import ReferenceChecker

SCHEMA = {"type": "object", "properties": {"book_id": {"type": "string"}, "lang": {"type": "string"}}}
TOOLS = {
    "library": [
        Tool(server="library", name="get_book", input_schema={**SCHEMA, "required": ["book_id"]}),
        Tool(server="library", name="search_books", input_schema={**SCHEMA, "additionalProperties": False}),
    ]
}
CHECKER = ReferenceChecker(["library", "weather", "asleep"], TOOLS)


def task(name: str, arguments: Any = None, *servers: str, **more: Any) -> Task:
    reference = Reference(steps=(Step((Call(name, arguments),)),))
    return Task(id="a", servers=servers or ("library",), references=(reference,), **more)


def problem(*given: Any) -> str:
    (text,) = CHECKER.problems(task(*given))
    return text


@pytest.mark.parametrize(
    "fine",
    [
        task("library/get_book", {"book_id": "b1"}),
        task("library/get_book", '{"book_id": "b1"}'),
        task("library/get_book", {"book_id": "b1", "zzz": 1}),  # its schema allows other keys
        task("asleep/anything", {}, "asleep"),  # its tools are not known
        task("user/ask", {}, "library", user=SimulatedUser(persona="A reader")),
    ],
)
def test_what_works_has_no_problem(fine: Task) -> None:
    assert CHECKER.problems(fine) == []


def test_a_mistyped_tool_is_named_with_the_nearest() -> None:
    said = problem("library/get_bok", {"book_id": "b1"})
    assert said.startswith(
        "references[0].steps[0].calls[0].name: library has no tool 'get_bok'. Did you mean lib"
    )
    assert "library/get_book" in said
    assert "Tools: library/get_book and library/search_books." in problem("library/zzzzz", {})


def test_a_mistyped_server_is_named_with_the_nearest() -> None:
    said = problem("librari/get_book", {"book_id": "b1"})
    assert (
        "'librari/get_book' is not a tool of the task's servers (library). Did you mean library/get_book"
        in said
    )
    assert problem("weather/now", {}).endswith("Add 'weather' to them.")
    assert "Did you mean library/get_book?" in problem("get_book", {"book_id": "b1"})
    unknown, _ = CHECKER.problems(task("library/get_book", {}, "libary"))
    assert unknown.startswith("servers[0]: there is no server 'libary'. Did you mean library?")


def test_a_mistyped_argument_is_named_with_the_nearest() -> None:
    assert '"bookid" (did you mean "book_id"?) is not a parameter' in problem(
        "library/get_book", {"bookid": "b1"}
    )
    assert '"langg" (did you mean "lang"?)' in problem("library/search_books", {"langg": "de"})
    loose = problem("library/get_book", {"book_id": "b1", "langu": "de"})
    assert '"langu" is not a parameter (did you mean "lang"?). Its parameters: book_id (required' in loose
    assert "not as a JSON object" in problem("library/get_book", [1])


@pytest.mark.parametrize("name", ["weather/get_wether", "wether/get_weather"])
def test_a_run_stops_before_it_begins(name: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "tasks.jsonl", tmp_path / "run"
    write(file, [task(name, {"location": "Tokyo, Japan"}, "weather")], format="jsonl")
    with pytest.raises(
        UsageError, match=r"tasks.jsonl, a, references\[0\].*Did you mean weather/get_weather"
    ) as raised:
        anyio.run(start_run, run_settings(str(file), "reference"), folder)
    assert raised.value.hint == "Correct the file. To see the tools: m3bench list tools weather"
    assert not folder.exists()
