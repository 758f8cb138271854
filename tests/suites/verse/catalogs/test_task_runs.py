"""Tasks of every family through their servers: right answers pass, wrong and stale ones fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import AnswerField, FieldType
from m3bench_suites.builders.verse.catalogs import FAMILIES
from m3bench_world import World
from tests.suites.verse.catalogs.task_runs import SEED, TaskRun, a_day_later, drawn

LONGEST = {"catalog_records": 4, "film_guide": 6, "paper_desk": 5, "picture_edits": 5}
"""The task of a family that is executed, if it is not the last one."""


def another(field: AnswerField, right: Any) -> Any:
    """Return a wrong value."""
    if field.many:
        return [*right, right[0]]
    return right + 1_000 if field.type is FieldType.NUMBER else "Quorble"


def require_fair(task: TaskRun) -> None:
    """Assert that the form of the plan passes, and that one with a wrong field does not."""
    form = task.blueprint.form
    assert form is not None
    assert {field.name for field in form.fields} == set(task.form)
    assert task.failures(task.form) == []
    assert task.failures({}) != []
    for field in form.fields:
        assert task.failures({**task.form, field.name: another(field, task.form[field.name])}), field.name
    assert {call.server for call in task.calls} == set(task.blueprint.servers)


def test_a_quote_is_asked_for_again_when_it_is_checked(tmp_path: Path) -> None:
    world = World(SEED)
    task = TaskRun(drawn("stock_quotes", 0), world, tmp_path)
    require_fair(task)
    assert task.failures(task.form, a_day_later(world)) != []


def test_a_board_is_wrong_if_something_is_written_elsewhere(tmp_path: Path) -> None:
    from PIL import Image

    task = TaskRun(drawn("price_boards", 0), World(SEED), tmp_path)
    assert task.failures(task.form) == []
    (written,) = {path.name for path in tmp_path.iterdir()} - set(task.assets)
    with Image.open(tmp_path / written) as image:
        image.paste("black", (0, 0, 60, 60))
        image.save(tmp_path / written)
    assert "of the other pixels differ" in " ".join(task.failures(task.form))


def test_a_board_left_empty_is_wrong(tmp_path: Path) -> None:
    task = TaskRun(drawn("price_boards", 0), World(SEED), tmp_path)
    (written,) = {path.name for path in tmp_path.iterdir()} - set(task.assets)
    (tmp_path / written).write_bytes(task.assets[task.blueprint.files[0].name])
    assert "nothing changed" in " ".join(task.failures(task.form))


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_a_task_of_each_family_works_out(name: str, tmp_path: Path) -> None:
    world = World(SEED)
    blueprint = drawn(name, LONGEST.get(name, FAMILIES[name] - 1))
    task = TaskRun(blueprint, world, tmp_path / "now")
    require_fair(task)
    later = TaskRun(blueprint, a_day_later(world), tmp_path / "later")
    assert later.failures(later.form) == []
    assert (task.form != later.form) is blueprint.time_sensitive
    if blueprint.time_sensitive:
        assert later.failures(task.form) != []


@pytest.mark.slow
def test_every_number_of_a_family_asks_for_something_else(tmp_path: Path) -> None:
    world = World(SEED)
    runs = [TaskRun(drawn("crypto_prices", number), world, tmp_path / str(number)) for number in range(7)]
    assert len({tuple(run.form) for run in runs}) == 7
    assert len({tuple(call.name for call in run.calls) for run in runs}) >= 5
