"""Names of task folders."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.integrations.harbor.export import folder_names

HARBOR = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]*")


@settings(max_examples=15)
@given(st.lists(st.text(max_size=90), unique=True, max_size=6))
def test_names_are_safe_and_different(task_ids: list[str]) -> None:
    names = folder_names(task_ids)
    assert list(names) == task_ids
    assert len(set(names.values())) == len(task_ids)
    for name in names.values():
        assert HARBOR.fullmatch(name)
        assert ".." not in name
        assert len(name) <= 80


@pytest.mark.parametrize(
    "task_id",
    ["../../etc/passwd", "a\0b", "/root", "..", "C:\\x", "\ud800", "A/b", "a" * 5000, ".hidden", ""],
)
def test_hostile_ids_get_a_hash(task_id: str) -> None:
    (name,) = folder_names([task_id]).values()
    assert re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{12}", name)


def test_plain_ids_keep_their_words_and_never_share_a_folder() -> None:
    names = folder_names(["m3/items_price/7-0", "m3-items_price/7-0"])
    assert names["m3/items_price/7-0"] == "m3-items_price-7-0"
    assert names["m3-items_price/7-0"] != "m3-items_price-7-0"
