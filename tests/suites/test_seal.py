"""Sealed suites: the commitment binds, and hides."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Task, UsageError
from m3bench.suites.seal import (
    Commitment,
    Recipe,
    conceal_ids,
    draw_salt,
    draw_seed,
    require_commitment,
    require_tasks,
)

TASKS = [Task(id="m3/fish/812-0", request="one"), Task(id="m3/fish/812-3"), Task(id="m3/drug/812-0")]
HIDDEN = conceal_ids(TASKS)
RECIPE = Recipe(
    seed=812,
    salt="ab" * 32,
    now="2026-05-01T09:00:00Z",
    size=3,
    families=("fish", "drug"),
    version="1.0",
    digests=tuple(task.digest for task in HIDDEN),
)
COMMITMENT = msgspec.convert(
    {
        "commitment": RECIPE.commitment,
        "size": 3,
        "families": ["fish"],
        "version": "1.0",
        "sealed": "2026-05-01T00:00:00Z",
    },
    Commitment,
)


def test_ids_of_sealed_tasks_do_not_give_the_seed_away() -> None:
    assert [task.id for task in HIDDEN] == ["sealed/fish/0", "sealed/fish/1", "sealed/drug/0"]
    assert [task.request for task in HIDDEN] == [task.request for task in TASKS]


def test_the_recipe_that_was_committed_to_is_accepted() -> None:
    require_commitment(RECIPE, COMMITMENT)
    require_tasks(RECIPE, HIDDEN)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 813},
        {"salt": "ac" * 32},
        {"size": 4},
        {"families": ("fish",)},
        {"digests": RECIPE.digests[:2]},
    ],
    ids=str,
)
def test_any_other_recipe_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="does not match the commitment"):
        require_commitment(msgspec.structs.replace(RECIPE, **change), COMMITMENT)


def test_a_changed_task_is_named() -> None:
    edited = [HIDDEN[0], msgspec.structs.replace(HIDDEN[1], request="easier"), HIDDEN[2]]
    with pytest.raises(
        UsageError, match=r"1 tasks have changed since they were sealed\. The first is sealed/fish/1"
    ):
        require_tasks(RECIPE, edited)
    with pytest.raises(UsageError, match="Got 2 tasks, but 3 were sealed"):
        require_tasks(RECIPE, HIDDEN[:2])


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_commitments_of_different_seeds_differ(number: int, other: int) -> None:
    first, second = (msgspec.structs.replace(RECIPE, seed=seed) for seed in (number, other))
    assert (first.commitment == second.commitment) is (number == other)


def test_seeds_and_salts_are_drawn_anew() -> None:
    assert len({draw_seed() for _ in range(50)}) == 50
    assert len({draw_salt() for _ in range(50)}) == 50
    assert len(draw_salt()) == 64
