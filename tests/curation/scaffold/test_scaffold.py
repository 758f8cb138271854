"""The first task of a suite: values of a result, arguments to try, and the task itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import read_checks
from m3bench.core import Call, Data, Result, Text
from m3bench.curation.scaffold import MadeCall, Value, first_task, stable_values, values_of
from m3bench.curation.scaffold.arguments import argument_choices
from m3bench.curation.scaffold.calls import _reading_tools
from m3bench.hosting import Tool

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


def said(value: Any) -> Result:
    return Result((Text(value if isinstance(value, str) else json.dumps(value)),))


def found(value: Any) -> dict[str, Any]:
    return {own.name: own.value for own in values_of(said(value))}


def test_values_are_named_by_their_keys() -> None:
    assert found({"title": "Momo", "by": {"name": "Ende", "born": 1929}, "none": None}) == {
        "title": "Momo",
        "by_name": "Ende",
        "by_born": 1929,
    }
    assert found({"result": [{"Book ID": "b1"}, {"Book ID": "b2"}]}) == {"book_id": "b1"}
    assert found("Open from 9 to 17\nand on Sundays") == {"answer": "Open from 9 to 17"}
    assert values_of(Result((Data({"n": 3}), Text("three")))) == [Value("n", "n", 3)]


def test_what_cannot_be_asked_for_is_no_value() -> None:
    assert found({"long": "x" * 500, "blank": " ", "dashes": "--", "huge": 10**30, "empty": []}) == {}
    assert found("") == {}


def test_only_values_that_stay_and_were_not_given_are_kept() -> None:
    first, second = (values_of(said({"id": "b1", "year": 1959, "now": now})) for now in (1, 2))
    assert [value.name for value in stable_values(first, second, {"book": "b1"})] == ["year"]


@given(ANYTHING)
def test_any_result_gives_values_or_none(value: Any) -> None:
    names = [own.name for own in values_of(Result((Data(value),)))]
    assert len(set(names)) == len(names)
    values = values_of(said(json.dumps(value)))
    if kept := stable_values(values, values, {}):
        task = first_task("mine", MadeCall(Call("a/b", {}), kept))
        assert len(read_checks(task.checks, task.id)) == 3


def tool(name: str = "get", **properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return Tool(server="s", name=name, input_schema=schema)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "enum": ["x", "y"]}, "x"),
        ({"type": "string", "default": "d"}, "d"),
        ({"type": "string", "description": 'A city, e.g. "Paris".'}, "Paris"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "boolean"}, False),
        ({"type": "string", "format": "date"}, "2026-01-05"),
        (True, "a"),
    ],
)
def test_arguments_come_from_the_schema(schema: Any, value: Any) -> None:
    assert next(argument_choices(tool(it=schema), {})) == {"it": value}


def test_arguments_come_from_other_results() -> None:
    assert next(argument_choices(tool(book_id={"type": "string"}), {"id": "b1"})) == {"book_id": "b1"}
    assert list(argument_choices(tool(), {})) == [{}]


def test_tools_that_may_change_something_are_not_tried() -> None:
    names = ("delete_all", "getBook", "sendMail", "opening_hours", "list_orders", "book_room")
    tools = [tool(name) for name in names]
    marked = Tool(server="s", name="wipe", annotations={"readOnlyHint": True})
    claimed = Tool(server="s", name="get_and_clear", annotations={"readOnlyHint": False})
    tried = [reading.name for reading in _reading_tools([*tools, marked, claimed])]
    assert tried == ["getBook", "opening_hours", "list_orders", "wipe"]


def test_one_value_is_asked_for_in_words_and_two_in_a_form() -> None:
    call = Call("library/get_book", {"book_id": "b1"})
    title, year = Value("title", "title", "Momo"), Value("year", "year", 1973)
    single, two = (first_task("mine", MadeCall(call, values)) for values in ([title], [title, year]))
    assert [check["check"] for check in single.checks] == ["answer_names", "called", "no_stray_files"]
    assert single.form is None
    assert two.form is not None
    assert two.references[0].fields == {"title": "Momo", "year": 1973}
    assert two.id == "mine/get-book"
    assert two.request == (
        'Use the tool get_book of the server library with {"book_id":"b1"}, and report title and year.'
    )
