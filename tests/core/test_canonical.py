from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import canonical_json, content_hash

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_canonical_text_reads_back_as_the_same_value(value: Any) -> None:
    assert json.loads(canonical_json(value)) == value


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=5), json_values, max_size=6), st.randoms())
def test_key_order_does_not_matter(value: dict[str, Any], random: Any) -> None:
    items = list(value.items())
    random.shuffle(items)
    assert content_hash(dict(items)) == content_hash(value)


def test_the_text_is_compact_sorted_and_unescaped() -> None:
    assert canonical_json({"b": [1, 2.5], "a": "ü"}) == '{"a":"ü","b":[1,2.5]}'


def test_half_surrogates_have_a_hash() -> None:
    assert content_hash("\ud800") != content_hash("\ud801")
