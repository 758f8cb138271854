"""How much work schemas make: plain ones little, doubling ones too much, recursive ones by the depth."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.schema.pattern_size import pattern_size
from m3bench.core.schema.work import MOST_WORK, TooComplex, Work, is_surely_plain
from m3bench.core.sizes import Size, size_of

NODE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "value": {"type": "integer"},
        "left": {"$ref": "#/$defs/node"},
        "right": {"$ref": "#/$defs/node"},
        "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
    },
}
TREE = {"$ref": "#/$defs/node", "$defs": {"node": NODE}}
OPERATORS = {
    f"{name}": {
        "type": "object",
        "properties": {"args": {"type": "array", "items": {"$ref": "#/$defs/expr"}}},
    }
    for name in ("and", "or", "not")
}
EXPRESSION = {
    "$ref": "#/$defs/expr",
    "$defs": {"expr": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in OPERATORS]}, **OPERATORS},
}


def doubling(levels: int, reference: str = "#/$defs/d{}") -> dict[str, Any]:
    parts: dict[str, Any] = {
        f"d{i}": {"$anchor": f"d{i}", "allOf": [{"$ref": reference.format(i + 1)}] * 2} for i in range(levels)
    }
    parts[f"d{levels}"] = {"$anchor": f"d{levels}", "type": "integer"}
    return {"properties": {"a": {"$ref": reference.format(0)}}, "$defs": parts}


def test_a_recursive_schema_makes_the_same_work_at_every_depth() -> None:
    work = Work(TREE)
    assert work.steps(Size(100, 0, 200)) == work.steps(Size(100, 0, 6))


def test_a_schema_whose_branches_meet_again_makes_more_work_the_deeper_it_goes() -> None:
    work = Work(EXPRESSION)
    assert work.steps(Size(20, 0, 6)) < MOST_WORK
    assert work.steps(Size(200, 0, 60)) > MOST_WORK


@pytest.mark.parametrize("reference", ["#/$defs/d{}", "#d{}"])
def test_doubling_is_seen_through_pointers_and_anchors(reference: str) -> None:
    assert Work(doubling(5, reference)).steps(Size(2, 1, 2)) > 2**5
    with pytest.raises(TooComplex, match="refer to each other"):
        Work(doubling(40, reference))


def test_doubling_is_seen_through_ids() -> None:
    parts: dict[str, Any] = {
        f"d{i}": {"$id": f"http://x.example/d{i}", "allOf": [{"$ref": f"d{i + 1}"}] * 2} for i in range(40)
    }
    parts["d40"] = {"$id": "http://x.example/d40", "type": "integer"}
    with pytest.raises(TooComplex):
        Work({"$ref": "http://x.example/d0", "$defs": parts})


@pytest.mark.parametrize("schema", [{"$ref": "#"}, {"anyOf": [{"$ref": "#"}]}, {"not": {"$ref": "#"}}])
def test_a_schema_that_is_itself_is_endless(schema: dict[str, Any]) -> None:
    with pytest.raises(TooComplex, match="without end"):
        Work(schema)


def test_properties_are_for_different_places() -> None:
    one = Work({"properties": {"a": {"enum": ["x"] * 50}}}).steps(Size(3, 0, 2))
    two = Work({"properties": {"a": {"enum": ["x"] * 50}, "b": {"enum": ["x"] * 50}}}).steps(Size(3, 0, 2))
    both = Work({"allOf": [{"properties": {"a": {"enum": ["x"] * 50}}}] * 2}).steps(Size(3, 0, 2))
    assert two - one < 10
    assert both > 1.5 * one


@pytest.mark.parametrize(
    ("schema", "is_plain"),
    [({"type": "object"}, True), (TREE, False), ({"enum": ["x"] * 1_000}, False), ({"pattern": "a"}, False)],
)
def test_what_is_surely_plain(schema: dict[str, Any], is_plain: bool) -> None:
    assert is_surely_plain(schema) is is_plain


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_sizes_are_counted(value: Any) -> None:
    def values(node: Any) -> int:
        below = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        return 1 + sum(map(values, below))

    assert size_of(value).values == values(value)
    assert size_of(value, 3).values <= values(value)


@pytest.mark.parametrize(
    ("pattern", "size"),
    [("abc", 3), ("a{5}", 5), ("(ab){3,10}", 30), ("[a-z]{2}-[0-9]{3}", 6), ("((a{9}){9}){9}", 800)],
)
def test_patterns_are_counted_with_their_repetitions(pattern: str, size: int) -> None:
    assert pattern_size(pattern) == pytest.approx(size, rel=0.15)


@given(st.text("(){}[]\\0123456789,ab*+?|", max_size=40))
def test_any_text_has_a_size_as_a_pattern(pattern: str) -> None:
    assert pattern_size(pattern) >= 0
