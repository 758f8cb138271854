"""What differs, by address."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks.wholes import Differences, compare_contents

ITEMS = st.lists(st.sampled_from("abcd"), max_size=8).map(tuple)


def test_items_are_changed_removed_and_added() -> None:
    before = {"a": ("1",), "b": ("2",), "list": ("x", "y", "z")}
    after = {"a": ("9",), "list": ("x", "new", "z", "end"), "c": ("3", "4")}
    assert compare_contents(before, after) == Differences(
        {"a": "1", "b": "2", "list/1": "y"}, Counter({"list": 2, "c": 2})
    )
    assert not compare_contents(before, before)


@given(ITEMS, ITEMS)
def test_as_much_as_possible_is_kept(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    if len(before) == 1 and len(after) <= 1:
        return
    differences = compare_contents({"list": before}, {"list": after})
    kept = [index for index in range(len(before)) if f"list/{index}" not in differences.changed]
    assert len(after) - differences.added["list"] == len(kept) == _longest(before, after)


def _longest(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    if not left or not right:
        return 0
    if left[0] == right[0]:
        return 1 + _longest(left[1:], right[1:])
    return max(_longest(left[1:], right), _longest(left, right[1:]))


def test_lists_that_are_too_long_to_align_count_as_changed() -> None:
    before = tuple(map(str, range(3_000)))
    differences = compare_contents({"list": before}, {"list": ("start", *before[::-1])})
    assert len(differences.changed) == len(before)
