"""Success by checks, by the answer key, and only where these cannot decide by a judge."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.checks import AnswerNames, Verdicts, write_checks
from m3bench.core import AnswerKey, Call, CameraLevel, Picture, Reference, Step, Task
from m3bench.formats import write
from m3bench.reports.terminal.outcomes import outcome_lines
from m3bench.runs import (
    EngineSettings,
    RunResult,
    emergent_paths,
    read_run,
    recheck_run,
    run_settings,
    start_run,
    success_breakdown,
)
from m3bench.testing import ScriptedModel
from tests.cli.command import run_command
from tests.runs.jury import juror, named

ADD = Step((Call("math/add", {"firstNumber": 2, "secondNumber": 3}),))
QUESTION = "How many fingers has a hand, plus 0?"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))


def question(name: str, answer: str, **more: object) -> Task:
    """A task that the reference agent answers so."""
    values = {"answer_key": AnswerKey(value=5), "request": QUESTION, "servers": ("math",), **more}
    return Task(id=name, references=(Reference(steps=(ADD,), answer=answer),), **values)  # type: ignore[arg-type]


TASKS = (
    question("right", "It has 5.", level="L1", kind="retrieval"),
    question("hedged", "5 or 6", level="L1", kind="operation"),
    question("reworded", "as many as a starfish has arms", level="L2", kind="retrieval"),
    question(
        "checked", "A hand.", level="L3", kind="operation", checks=write_checks([AnswerNames(("hand",))])
    ),
)


def made(folder: Path, *tasks: Task, judge: ScriptedModel | None = None, **options: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "tasks.jsonl", tasks, format="jsonl")
    settings = run_settings(str(folder / "tasks.jsonl"), "reference", **options)
    anyio.run(partial(start_run, settings, folder / "run", judge=judge))
    return folder / "run"


def judge(share: float) -> ScriptedModel:
    return named(juror(share), "openai/a-judge")


def counts(result: RunResult) -> tuple[dict[str, bool], int, int]:
    return dict(result.strict), result.needed_judge, result.undecided


def test_checks_then_the_key_then_nobody(tmp_path: Path) -> None:
    result = read_run(made(tmp_path, *TASKS))
    assert counts(result) == ({"right": True, "hedged": False, "checked": True, "reworded": False}, 1, 1)
    assert [attempt.id for attempt in result.dropped] == ["reworded"]


@pytest.mark.parametrize("share", [1.0, 0.0])
def test_a_judge_decides_the_rest_in_the_run_or_later(tmp_path: Path, share: float) -> None:
    at_once = made(tmp_path / "at-once", *TASKS, judge=(asked := judge(share)))
    later = made(tmp_path / "later", *TASKS)
    recheck = anyio.run(partial(recheck_run, later, model=judge(share)))
    assert (recheck.attempts, recheck.changed, recheck.undecided) == (1, 1, 0)
    expected = {"right": True, "hedged": False, "reworded": share == 1.0, "checked": True}
    assert counts(read_run(at_once)) == counts(read_run(later)) == (expected, 1, 0)
    assert len(asked.requests) == 1
    assert verdicts_of(at_once) == verdicts_of(later)


@pytest.mark.slow
def test_workers_ask_the_judge_of_the_run(tmp_path: Path) -> None:
    run = made(tmp_path, TASKS[2], question("another", "the fingers of a glove"))
    asked = judge(1.0)
    recheck = anyio.run(partial(recheck_run, run, model=asked, engine=EngineSettings(workers=2)))
    assert (recheck.changed, recheck.undecided, len(asked.requests)) == (2, 0, 2)
    assert read_run(run).strict_success == 1.0


def verdicts_of(run: Path) -> dict[str, Verdicts]:
    return dict(read_run(run).verdicts)


def test_the_summary_the_scores_and_the_check_agree(tmp_path: Path) -> None:
    run = made(tmp_path, *TASKS)
    line = "1 of 4 checked attempts needed a judge; 1 are undecided"
    assert line in run_command("score", str(run), "--json", str(tmp_path / "s.json")).stdout
    written = json.loads((tmp_path / "s.json").read_text())["run"]
    assert (written["needed_judge"], written["success_by_level"]["L1"]["share"]) == (1, 0.5)
    assert written["strict"] == dict(read_run(run).strict)
    anyio.run(partial(recheck_run, run, model=judge(1.0)))
    done = run_command("score", str(run)).stdout
    assert "1 of 4 checked attempts needed a judge\n" in done
    assert "success: 0.750" in done


def test_success_by_level_and_kind_and_their_mean(tmp_path: Path) -> None:
    breakdown = success_breakdown(read_run(made(tmp_path, *TASKS)))
    assert {level: count.share for level, count in breakdown.levels.items()} == {
        "L1": 0.5,
        "L2": 0.0,
        "L3": 1.0,
    }
    assert {kind: count.share for kind, count in breakdown.kinds.items()} == {
        "operation": 0.5,
        "retrieval": 0.5,
    }
    assert breakdown.rate == pytest.approx(0.5)


def test_success_by_camera_level_if_not_all_are_clean(tmp_path: Path) -> None:
    def taken(task: Task, camera: CameraLevel = CameraLevel.CLEAN) -> Task:
        return msgspec.structs.replace(task, pictures=(Picture("a.png", "slide", 1, camera),))

    first, second, third, *_ = TASKS
    run = made(
        tmp_path / "mixed",
        taken(first, camera=CameraLevel.HARD),
        taken(second, camera=CameraLevel.HARD),
        taken(third),
    )
    cameras = success_breakdown(read_run(run)).cameras
    assert {level: (count.passed, count.attempts) for level, count in cameras.items()} == {
        "clean": (0, 1),
        "hard": (1, 2),
    }
    assert "success by camera level: clean 0.000 (0 of 1), hard 0.500 (1 of 2)" in list(
        outcome_lines(read_run(run))
    )
    clean = made(tmp_path / "clean", taken(first), taken(second))
    assert success_breakdown(read_run(clean)).cameras == {}


def test_without_one_of_the_levels_there_is_no_mean(tmp_path: Path) -> None:
    assert success_breakdown(read_run(made(tmp_path, *TASKS[:3]))).rate is None


@pytest.mark.slow
def test_a_run_without_references_has_success_and_no_other_scores(tmp_path: Path) -> None:
    run = made(tmp_path / "with", TASKS[0])
    without = [Task(id="right", request=QUESTION, answer="5", servers=("math",), level="L1")]
    write(tmp_path / "bare.jsonl", without, format="jsonl")
    settings = run_settings(str(tmp_path / "bare.jsonl"), "idle")
    anyio.run(start_run, settings, tmp_path / "bare")
    shown = run_command("score", str(tmp_path / "bare"), "--csv", str(tmp_path / "s.csv")).stdout
    assert "success: 0.000" in shown
    assert "trajectories are not scored" in shown
    header, row = (tmp_path / "s.csv").read_text().splitlines()
    assert dict(zip(header.split(","), row.split(","), strict=True))["success"] == "False"
    run_command("report", str(tmp_path / "bare"), str(run), "--out", str(tmp_path / "report.html"))
    assert (tmp_path / "report.html").exists()


def test_a_success_by_another_server_is_an_emergent_path(tmp_path: Path) -> None:
    other = Step((Call("nixos/nixos_stats", {}),))
    asks: dict[str, Any] = {"request": QUESTION, "answer_key": AnswerKey(value=5), "level": "L1"}
    detour = Task(id="detour", servers=("nixos",), references=(Reference(steps=(ADD,), answer="5"),), **asks)
    both = Task(id="both", servers=("math",), references=(Reference(steps=(ADD, other), answer="5"),), **asks)
    wrong = Task(id="wrong", servers=("nixos",), references=(Reference(steps=(ADD,), answer="6"),), **asks)
    result = read_run(made(tmp_path, detour, both, wrong, mode="standard"))
    assert [(path.id, path.unused, path.others) for path in emergent_paths(result)] == [
        ("detour", ("nixos",), ("math",))
    ]
    assert "math instead of nixos" in run_command("score", str(tmp_path / "run")).stdout
