"""JSON in pieces is the JSON of the whole."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import LazyMapping, LazySequence
from m3bench.reports.export.json_stream import json_chunks

values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_plain_documents(value: Any) -> None:
    assert b"".join(json_chunks(value)).decode() == json.dumps(value, indent=1)


@given(st.lists(values, max_size=4), st.dictionaries(st.text(max_size=3), values, max_size=4))
def test_lazy_parts(listed: list[Any], named: dict[str, Any]) -> None:
    document = {
        "a": 1,
        "b": LazySequence(len(listed), lambda indexes: (listed[index] for index in indexes)),
        "c": {"d": LazyMapping(len(named), lambda: iter(named), named.__getitem__)},
    }
    expected = {"a": 1, "b": listed, "c": {"d": named}}
    assert b"".join(json_chunks(document)).decode() == json.dumps(expected, indent=1)
