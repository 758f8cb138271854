"""Requests, guessed arguments, and tasks with checks from known answers."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from m3bench.checks import task_checks
from m3bench.core import Call, Outcome, Result, Text
from m3bench.forge.tasks import Fact, value_check
from m3bench.hosting import Tool
from m3bench.server_tests.guesses import guess_arguments
from m3bench.server_tests.tasks import Draft, make_task
from m3bench.server_tests.wording import is_sayable, single_request

TODAY = date(2025, 11, 5)


def tool(name: str, description: str = "", **properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return Tool(server="s", name=name, description=description, input_schema=schema)


TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("name", "arguments", "asked", "request_text"),
    [
        ("details", {"book_id": "B-1"}, ["author"], "What is the author for “B-1”?"),
        ("details", {"book_id": "B-1"}, ["title"], "What is the title of the book for “B-1”?"),
        ("who", {"id": "B-1"}, ["phone"], "What is the phone for “B-1”?"),
        ("get_book", {"book_id": "B-1"}, ["author"], "What is the author of the book for “B-1”?"),
        ("get_book", {"id": 3}, ["book title"], "What is the book title with the id 3?"),
        ("find", {"q": "a", "max_size": 2}, ["x", "y"], "Give me the x and y for “a” with the max size 2."),
        ("list_books", {}, [], "Give me the book."),
        ("get", {"id": "1"}, [], None),
    ],
)
def test_requests_do_not_need_descriptions(
    name: str, arguments: dict[str, Any], asked: list[str], request_text: str | None
) -> None:
    assert single_request(tool(name, "Says nothing."), arguments, asked) == request_text


def test_what_can_be_said() -> None:
    assert is_sayable({"a": "x", "b": 2, "c": True, "d": ["x"]})
    assert not is_sayable({"a": {"deep": 1}})
    assert not is_sayable({"a": "two\nlines"})
    assert not is_sayable({"a": ["x", "y"]})


def test_arguments_are_guessed_only_where_the_schema_gives_none() -> None:
    assert guess_arguments(tool("search", "Search, such as 'stone'.", query=TEXT), TODAY)[0] == {
        "query": "stone"
    }
    assert guess_arguments(tool("weather", "", city=TEXT, day={"type": "integer"}), TODAY)[0] == {
        "city": "Paris",
        "day": 1,
    }
    assert guess_arguments(tool("weather", "", when_date=TEXT), TODAY)[0] == {"when_date": "2025-11-05"}
    assert guess_arguments(tool("weather", "", unit={"type": "string", "enum": ["C"]}), TODAY) == []
    assert guess_arguments(tool("weather"), TODAY) == []


def draft(value: Any, answer: str = '{"author": "Ada Lindt"}') -> Draft:
    call = Call("s/details", {"book_id": "B-1"}, None, Result((Text(answer),)), Outcome.SUCCESS)
    return Draft("What is the author for “B-1”?", (call,), Fact("author", value, ("author",)))


def test_a_known_answer_gives_checks() -> None:
    task = make_task(draft("Ada Lindt"), ("s",))
    assert task is not None
    assert [check.name() for check in task_checks(task)] == [
        "called",
        "called",
        "no_stray_files",
        "answer_names",
    ]
    assert task.answer == "author: Ada Lindt"
    assert task.id.startswith("server-test/details-")
    unstable = make_task(draft("Ada Lindt"), ("s",), with_fact=False)
    assert unstable is not None
    assert [check.name() for check in task_checks(unstable)] == ["called", "called", "no_stray_files"]
    assert make_task(draft("Ada Lindt"), ("s",), with_fact=False, writes_nothing=False) is None


@pytest.mark.parametrize(
    ("value", "name"), [(3, "answer_number"), (2.5, "answer_number"), ("Bergen", "answer_names")]
)
def test_values_that_can_be_checked(value: Any, name: str) -> None:
    check = value_check(value)
    assert check is not None
    assert check.name() == name


@pytest.mark.parametrize("value", [True, "", "a|b", "a text of more than six words is retold"])
def test_values_that_cannot(value: Any) -> None:
    assert value_check(value) is None
