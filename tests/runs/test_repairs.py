"""Repaired calls in a run: carried out or refused, counted, and shown by summary, report and viewer."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import anyio
import pytest
from rich.console import Console

from m3bench.apps.viewer.api import Parameters
from m3bench.core import Call, Reference, Step, Task
from m3bench.encoders import HashingEncoder
from m3bench.formats import write
from m3bench.reports import print_run, run_to_dict
from m3bench.reports.study import load_runs
from m3bench.reports.study.outcomes import outcomes_section
from m3bench.runs import RunFolder, read_run, resume_run, run_settings, start_run
from m3bench.scoring import Scorer
from m3bench.testing import ScriptedModel
from tests.apps.viewer.samples import api_over

ADD = Call("math/add", {"firstNumber": 2, "secondNumber": 3})
TASK = Task(
    id="sum", request="Add 2 and 3.", answer="5", servers=("math",),
    references=(Reference(steps=(Step((ADD,)),), answer="5"),),
)  # fmt: skip
WRITTEN = '{"name": "math.add", "arguments": {"firstNumber": 2, "secondNumber": 3}}'
KINDS = {"renamed_tool": 1, "written_call": 1}


def made(folder: Path, *, strict: bool) -> Path:
    write(folder / "tasks.jsonl", [TASK], format="jsonl")
    settings = run_settings(str(folder / "tasks.jsonl"), "caller:native", strict_format=strict)
    model = ScriptedModel([WRITTEN, "It is 5."])
    anyio.run(partial(start_run, settings, folder / "run", model=model))
    return folder / "run"


@pytest.mark.parametrize(("strict", "outcome"), [(False, "success"), (True, "illegal_format")])
def test_repaired_calls_are_counted_and_shown(strict: bool, outcome: str, tmp_path: Path) -> None:
    result = read_run(made(tmp_path, strict=strict))
    assert (result.outcomes, result.repaired_calls, result.repairs) == ({outcome: 1}, 1, KINDS)
    assert result.trajectories[0].extra["repaired_calls"] == KINDS
    assert result.settings.strict_format is strict
    said = io.StringIO()
    print_run(Console(file=said, width=200), result)
    assert "repaired calls: 1 of 1 (1 renamed tool, 1 written call)" in said.getvalue()
    assert ("strict format: they were not carried out" in said.getvalue()) is strict
    assert run_to_dict(result)["repairs"] == KINDS
    (run,) = load_runs([tmp_path / "run"], Scorer(encoder=HashingEncoder()))
    rows = outcomes_section([run]).tables[1].rows
    assert [(row["repair"], row["calls"], row["strict"]) for row in rows] == [
        ("any", 1, strict), ("renamed tool", 1, strict), ("written call", 1, strict),
    ]  # fmt: skip
    library, api = api_over(tmp_path)
    view = api.attempt(Parameters({"run": "run", "task": "sum"}))
    library.close()
    assert view["repairs"] == KINDS
    assert view["steps"][0]["calls"][0]["repairs"] == ["written_call", "renamed_tool"]


def test_a_resumed_run_stays_strict(tmp_path: Path) -> None:
    path = made(tmp_path, strict=True)
    assert RunFolder.open(path).manifest.settings.strict_format
    anyio.run(partial(resume_run, path, model=ScriptedModel([])))
    assert read_run(path).settings.strict_format


def test_a_run_without_repairs_says_nothing_of_them(tmp_path: Path) -> None:
    write(tmp_path / "tasks.jsonl", [TASK], format="jsonl")
    anyio.run(start_run, run_settings(str(tmp_path / "tasks.jsonl"), "reference"), tmp_path / "run")
    result = read_run(tmp_path / "run")
    said = io.StringIO()
    print_run(Console(file=said, width=200), result)
    assert "repaired" not in said.getvalue()
    assert "repairs" not in run_to_dict(result)
