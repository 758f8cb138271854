from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Call
from m3bench.scoring import serialize, serialize_released

SAME = [
    ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1.0}),
    ({"q": "café"}, {"q": "cafe\u0301"}),
    ({"e\u0301": 1}, {"é": 1}),
    ({"a": {"x": 1, "y": 2}}, '{"a": {"y": 2, "x": 1}}'),
    ({}, None),
    ({"n": -0.0}, {"n": 0}),
]
DIFFERENT = [
    ({"a": [1, 2]}, {"a": [2, 1]}),
    ({"a": 1}, {"a": "1"}),
    ({"a": True}, {"a": 1}),
    ({"a": None}, {}),
    ("x", {"x": None}),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_call_has_one_text(one: Any, other: Any) -> None:
    assert serialize(Call("s/t", one)) == serialize(Call("s/t", other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_calls_have_different_texts(one: Any, other: Any) -> None:
    assert serialize(Call("s/t", one)) != serialize(Call("s/t", other))


def test_the_tool_name_is_kept() -> None:
    assert serialize(Call("maps/geocode", {"query": "Zürich"})) == 'maps/geocode {"query":"Zürich"}'


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (None, "null"),
        ({"b": 1, "a": "ü"}, '{"a":"ü","b":1}'),
        ({"x": 1.0}, '{"x":1.0}'),
        ('{"a": 1}', '"{\\"a\\": 1}"'),
    ],
)
def test_the_released_text_is_the_arguments_alone(arguments: Any, text: str) -> None:
    assert serialize_released(Call("s/t", arguments)) == text


@pytest.mark.parametrize("text_of", [serialize, serialize_released])
def test_depth_is_no_reason_to_fail(text_of: Any) -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    assert "nested too deeply" in text_of(Call("s/t", deep))
    assert text_of(Call("s/t", {"n": float("nan")})) == text_of(Call("s/t", {"n": float("nan")}))


@pytest.mark.parametrize("text_of", [serialize, serialize_released])
def test_what_is_no_json_still_has_a_text(text_of: Any) -> None:
    assert "b'x'" in text_of(Call("s/t", {"data": b"x", "n": 1}))
