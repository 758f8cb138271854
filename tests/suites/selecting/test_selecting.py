"""Tasks by id, by condition and by sample."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Difficulty, Task, UsageError
from m3bench.suites.selecting import (
    matching_tasks,
    parse_condition,
    reworded_conditions,
    sample_tasks,
    task_fields,
    tasks_by_id,
)
from tests.runs.sums import sums_task


def task(name: str, **fields: object) -> Task:
    return Task(id=name, **fields)  # type: ignore[arg-type]


TASKS = (
    task("a/1", family="Items Price", level="L1", servers=("math",), extra={"hops": 2, "canary": "x"}),
    task("a/2", family="Items Price", level="L2", servers=("math", "time"), extra={"hops": 5, "tags": "new"}),
    task("b/1", family="museum", level="L3", difficulty=Difficulty.HARD, images=("map.png",)),
    task("b/[2]", family="museum", difficulty=Difficulty.EASY, extra={"solvable": False}),
)


@pytest.mark.parametrize(
    ("condition", "ids"),
    [
        ("level=L3", "b/1"),
        ("level=l1,L2", "a/1 a/2"),
        ("level>=L2", "a/2 b/1"),
        ("level!=L1", "a/2 b/1 b/[2]"),
        ("family = items_price", "a/1 a/2"),
        ("family=mus*", "b/1 b/[2]"),
        ("servers=time", "a/2"),
        ("hops>2", "a/2"),
        ("hops<=5", "a/1 a/2"),
        ("hops=2", "a/1"),
        ("tags=new", "a/2"),
        ("modality=image", "b/1"),
        ("modality=picture", "b/1"),
        ("modalities=photos", "b/1"),
        ("modality!=Pictures", "a/1 a/2 b/[2]"),
        ("server=time", "a/2"),
        ("level=3", "b/1"),
        ("level>=2", "a/2 b/1"),
        ("difficulty>easy", "b/1"),
        ("solvable=no", "b/[2]"),
    ],
)
def test_conditions(condition: str, ids: str) -> None:
    assert [task.id for task in matching_tasks("x", TASKS, [condition])] == ids.split()


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("levle=L1", "Did you mean level"),
        ("level=L4", "Known values: L1, L2, L3"),
        ("family=musem", "Did you mean museum"),
        ("modality=pictre", "Did you mean image"),
        ("modality=sound", "Known values: image, text"),
        ("media_type=image", "Keys: "),
        ("hops>many", "cannot be compared"),
        ("canary=x", "no task|No task"),
        ("level", "is not a condition"),
        ("=L1", "is not a condition"),
        ("level=,", "is not a condition"),
    ],
)
def test_wrong_conditions_are_explained(condition: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        matching_tasks("x", TASKS, [condition])


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_refused(text: str) -> None:
    try:
        matching_tasks("x", TASKS, [text])
        assert parse_condition(text).values
    except UsageError:
        pass


def test_tasks_by_id() -> None:
    assert [task.id for task in tasks_by_id("x", TASKS, ["b/*", "a/2"])] == ["a/2", "b/1", "b/[2]"]
    assert [task.id for task in tasks_by_id("x", TASKS, ["b/[2]"])] == ["b/[2]"]
    with pytest.raises(UsageError, match="Did you mean a/"):
        tasks_by_id("x", TASKS, ["a/3"])


def test_a_sample_is_spread_over_families_and_grows() -> None:
    tasks = [
        task(f"{family}-{index}", family=family)
        for family in "abc"
        for index in range(9 if family != "c" else 2)
    ]
    for size in range(1, len(tasks) + 1):
        chosen = sample_tasks(tasks, size)
        assert len(chosen) == size
        assert {smaller.id for smaller in sample_tasks(tasks, size - 1)} <= {drawn.id for drawn in chosen}
        shares = Counter(drawn.family for drawn in chosen)
        assert abs(shares["a"] - shares["b"]) <= 1
        assert shares["c"] == min(2, shares["c"])
    assert sample_tasks(tasks, 99) == tasks


def test_a_sample_is_the_same_whatever_the_order_and_another_with_another_seed() -> None:
    tasks = [sums_task(number) for number in range(40)]
    ids = [task.id for task in sample_tasks(tasks, 6)]
    assert sorted(ids) == sorted(task.id for task in sample_tasks(tasks[::-1], 6))
    assert ids != [task.id for task in sample_tasks(tasks, 6, seed=1)]


def test_fields_of_a_task() -> None:
    fields = task_fields(sums_task(3))
    assert (fields["steps"], fields["calls"], fields["modality"]) == ((2,), (4,), ("text",))


def test_other_words_are_said_and_those_of_the_suite_are_not() -> None:
    assert reworded_conditions(TASKS, ["modality=photo,text", "level=L3"]) == [
        "--where modality=photo,text is read as modality=image,text"
    ]
    own = (task("c", extra={"modalities": ["sound", "audio"]}), task("d", extra={"modalities": ["audio"]}))
    assert reworded_conditions(own, ["modality=sound"]) == []
    assert [match.id for match in matching_tasks("x", own, ["modality=sound"])] == ["c"]
