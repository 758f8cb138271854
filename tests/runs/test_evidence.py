"""Evidence recall and grounded success, from a run folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.checks import AnswerFields, Expected, filled_form, write_checks
from m3bench.core import AnswerField, AnswerForm, Fact, FieldType, Task
from m3bench.formats import write
from m3bench.runs import read_run, run_settings, start_run
from tests.hosting.processes import run
from tests.runs.sums import sums_task

FORM = AnswerForm((AnswerField("sum", FieldType.NUMBER, "the last sum"),))


def graded(number: int, value: int, *, picture: bool = False) -> Task:
    """A task whose answer is a sum that its reference works out."""
    task = sums_task(number, steps=1, calls=1)
    fields = {"sum": Expected(value)}
    fact = Fact(value, call=None if picture else 0, picture=picture, field="sum")
    (reference,) = task.references
    reference = msgspec.structs.replace(reference, fields=filled_form(fields), facts=(fact,))
    extra = {"checks": write_checks((AnswerFields(fields),))}
    return msgspec.structs.replace(task, form=FORM, references=(reference,), extra=extra)


@pytest.fixture
def suite(tmp_path: Path) -> str:
    """The third task expects a number that its reference never sees."""
    path = tmp_path / "tasks.jsonl"
    write(path, [graded(1, 101), graded(2, 201), graded(3, 7777)], format="jsonl")
    return str(path)


def test_a_success_is_grounded_where_a_result_said_the_value(suite: str, tmp_path: Path) -> None:
    run(lambda: start_run(run_settings(suite=suite, agent="reference"), tmp_path / "run"))
    result = read_run(tmp_path / "run")
    assert result.success == 1.0
    assert result.evidence == {"sum-0001": 1.0, "sum-0002": 1.0, "sum-0003": 0.0}
    assert result.grounded == {"sum-0001": True, "sum-0002": True, "sum-0003": False}


def test_a_failure_is_not_grounded_whatever_it_saw(suite: str, tmp_path: Path) -> None:
    run(lambda: start_run(run_settings(suite=suite, agent="idle"), tmp_path / "run"))
    result = read_run(tmp_path / "run")
    assert set(result.grounded.values()) == {False}
    assert set(result.evidence.values()) == {0.0}


def test_a_success_of_which_nothing_can_be_traced_counts_among_those_that_can(tmp_path: Path) -> None:
    small = graded(2, 201)
    (reference,) = small.references
    small = msgspec.structs.replace(small, references=(msgspec.structs.replace(reference, facts=()),))
    path = tmp_path / "tasks.jsonl"
    write(path, [graded(1, 101), small, graded(3, 7777)], format="jsonl")
    run(lambda: start_run(run_settings(suite=str(path), agent="reference"), tmp_path / "run"))
    result = read_run(tmp_path / "run")
    assert result.evidence == {"sum-0001": 1.0, "sum-0003": 0.0}
    assert result.grounded == {"sum-0001": True, "sum-0002": True, "sum-0003": False}


def test_tasks_whose_facts_are_not_known_have_neither(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    write(path, [sums_task(1)], format="jsonl")
    run(lambda: start_run(run_settings(suite=str(path), agent="reference"), tmp_path / "run"))
    result = read_run(tmp_path / "run")
    assert result.evidence == {}
    assert result.grounded == {}
