"""Items in lists of a size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import chunks


@given(st.lists(st.integers()), st.integers(1, 9))
def test_all_items_are_there_in_order_and_only_the_last_list_is_shorter(items: list[int], size: int) -> None:
    found = list(chunks(iter(items), size))
    assert [item for chunk in found for item in chunk] == items
    assert all(len(chunk) == size for chunk in found[:-1])
    assert all(0 < len(chunk) <= size for chunk in found)
