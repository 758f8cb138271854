"""What holds for whatever calls are compared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call
from m3bench.encoders import CachingEncoder, HashingEncoder
from m3bench.scoring import TYPED, Scorer
from m3bench.scoring.arguments.compare import compare_values
from m3bench.scoring.arguments.kinds import Kind, kind_of
from m3bench.servers import bundled_schemas

NAMES = (
    "query", "title", "isbn", "place_id", "limit", "lat", "lng", "x1", "y1", "x2", "y2", "start_date", "path",
    "image_paths", "location", "price", "numbers", "data", "includeAll", "travelMode", "points", "runtime",
)  # fmt: skip
TEXTS = st.sampled_from(
    ["", "apple", "Paris, France", "2024-03-05", "March 5, 2024", "./a.png", "978-0-306-40615-7", "8 peaches"]
) | st.text(max_size=20)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4)
SCORER = Scorer(TYPED, CachingEncoder(HashingEncoder()), tools=bundled_schemas())


def _similarity(reference: Any, prediction: Any, tool: str = "maps/find") -> float:
    return SCORER.similarities([(Call(tool, reference), Call(tool, prediction))])[0]


@given(ARGUMENTS)
def test_a_call_is_like_itself(arguments: dict[str, Any]) -> None:
    assert _similarity(arguments, arguments) == 1


@pytest.mark.slow
@given(ARGUMENTS, ARGUMENTS)
@settings(max_examples=300)
def test_similarities_are_bounded_and_repeat(one: dict[str, Any], other: dict[str, Any]) -> None:
    found = _similarity(one, other)
    assert 0 <= found <= 1
    assert found == round(found, 6) == _similarity(one, other)


@given(ARGUMENTS, ARGUMENTS)
def test_the_order_of_keys_does_not_matter(one: dict[str, Any], other: dict[str, Any]) -> None:
    turned = dict(reversed(other.items()))
    assert _similarity(one, other) == _similarity(one, turned)


@given(st.lists(st.sampled_from(["a.png", "b.png", "c.png", "d.png"]), min_size=1, unique=True), st.randoms())
def test_the_order_of_a_set_does_not_matter(paths: list[str], dice: Any) -> None:
    mixed = list(paths)
    dice.shuffle(mixed)
    assert _similarity({"image_paths": paths}, {"image_paths": mixed}) == 1


def test_the_order_of_a_path_does_matter() -> None:
    path = ["1.5,2.5", "3.5,4.5", "5.5,6.5"]
    assert _similarity({"path": path}, {"path": path[::-1]}) < TYPED.weak


@given(st.sampled_from(sorted(bundled_schemas())))
def test_an_option_at_its_default_is_as_good_as_left_out(tool: str) -> None:
    schema = bundled_schemas()[tool]
    defaults = {
        name: each["default"] for name, each in schema.get("properties", {}).items() if "default" in each
    }
    given_ = dict.fromkeys(schema.get("required", []), "something")
    assert _similarity(given_, {**given_, **defaults}, tool) == 1
    assert _similarity({**given_, **defaults}, given_, tool) == 1


@pytest.mark.slow
@given(st.sampled_from(list(Kind)), VALUES, VALUES)
@settings(max_examples=400)
def test_every_comparer_takes_every_value(kind: Kind, one: Any, other: Any) -> None:
    assert 0 <= compare_values(kind, one, other) <= 1


@given(st.sampled_from(NAMES), VALUES)
def test_every_value_has_a_kind(name: str, value: Any) -> None:
    assert kind_of(name, value, {}) in Kind


def test_arguments_that_are_no_objects_are_compared_whole() -> None:
    assert _similarity("plain text", "plain text") == 1
    assert _similarity("plain text", "something else") < TYPED.weak
    assert _similarity('{"query": "apple"}', {"query": "apple"}) == 1
    assert _similarity(None, {}) == 1


def test_what_is_nested_too_deeply_is_no_crash() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    assert 0 <= _similarity({"data": deep, "title": "a"}, {"data": [deep], "title": "a"}) <= 1
