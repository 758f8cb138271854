from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import DuplicateIdError, FormatError
from m3bench.formats import Duplicates, iter_trajectories, tasks_from

if TYPE_CHECKING:
    from tests.formats.conftest import Save

RECORDS = [{"id": name, "question": f"{name}{number}"} for number, name in enumerate("cabacb")]


def requests(duplicates: Duplicates) -> list[str | None]:
    return [task.request for task in tasks_from(RECORDS, duplicates=duplicates)]


def test_duplicates_are_refused_and_listed_in_the_order_of_the_file() -> None:
    with pytest.raises(DuplicateIdError) as caught:
        tasks_from(RECORDS, file="f.json")
    assert caught.value.ids == ("c", "a", "b")
    assert str(caught.value).startswith("f.json: 3 duplicate ids: c, a, b\n")


def test_the_first_or_the_last_can_be_kept_where_the_id_first_stood() -> None:
    assert requests("first") == ["c0", "a1", "b2"]
    assert requests("last") == ["c4", "a3", "b5"]


def test_all_can_be_kept_as_they_come() -> None:
    assert requests("all") == ["c0", "a1", "b2", "a3", "c4", "b5"]


def test_another_wish_is_refused() -> None:
    wish: Any = "both"
    with pytest.raises(FormatError) as caught:
        tasks_from(RECORDS, duplicates=wish)
    assert (
        str(caught.value) == "<input>: expected duplicates to be one of error, first, last, all, found 'both'"
    )


def test_a_stream_cannot_keep_the_last(save: Save) -> None:
    wish: Any = "last"
    path = save("t.jsonl", {"m3bench": 1, "kind": "trajectory", "task_id": "a"})
    with pytest.raises(FormatError) as caught:
        next(iter_trajectories(path, duplicates=wish))
    assert str(caught.value) == f"{path}: expected duplicates to be one of error, first, found 'last'"
