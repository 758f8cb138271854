"""Tables of success by level, kind and mode, of calling, retrieval and judges, from runs made by hand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.checks import Verdicts
from m3bench.core import Call, Outcome, Result, Step, Task, Text, Trajectory
from m3bench.reports.figures import draw, with_figures
from m3bench.reports.study import Study, StudyRun, Table, study
from m3bench.reports.study.modes import modes_section
from m3bench.reports.study.modes.outcome import mode_order
from m3bench.runs import JudgedRun, JudgeKind, LeftOut, RunFolder, record_of, run_settings
from m3bench.runs.store import FinishedAttempt, RunManifest
from tests.reports.study.runs import WHEN, gathered, write_journal, write_run
from tests.reports.study.runs import task as place
from tests.runs.jury import judging, jury, made_run

LEVELS = ("L1", "L1", "L2", "L3")
CALLED = {"t0": "wiki", "t1": "math", "t2": "wiki", "t3": "wiki"}


def task(number: int) -> Task:
    kind = "operation" if number % 2 else "retrieval"
    return Task(
        id=f"t{number}", request="?", level=LEVELS[number], kind=kind, servers=("wiki",), answer="x",
        time_sensitive=number == 0,
    )  # fmt: skip


def attempt(number: int, passed: bool, calling: str) -> FinishedAttempt:
    call = Call(f"{CALLED[f't{number}']}/do", {}, result=Result((Text("x"),)), outcome=Outcome.SUCCESS)
    extra: dict[str, Any] = {"calling": calling} if calling else {}
    trajectory = Trajectory(task_id=f"t{number}", steps=(Step((call,)),), answer="x", extra=extra)
    return FinishedAttempt(task_id=f"t{number}", trajectory=trajectory, verdicts=Verdicts(passed=passed))


def written(
    path: Path, passed: str, *, calling: str = "", left_out: tuple[LeftOut, ...] = (), **settings: Any
) -> Path:
    """A run of the four tasks; `passed` has a plus for each that succeeds."""
    tasks = [task(number) for number in range(4)]
    recorded = record_of(
        run_settings(**{"suite": "verse", "agent": "caller", "model": "openai/one", **settings})
    )
    manifest = RunManifest(created=WHEN, recorded=recorded, suite_digest="d", tasks=4, left_out=left_out)
    records = [attempt(number, mark == "+", calling) for number, mark in enumerate(passed)]
    write_journal(RunFolder.create(path, manifest, tasks), records)
    return path


def tables(*runs: StudyRun) -> dict[str, Table]:
    section = modes_section(runs)
    assert section is not None
    return {table.name: table for table in section.tables}


def own(table: Table, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in keys) for row in table.rows if not row.get("published")]


def test_levels_kinds_and_their_mean_beside_the_paper(tmp_path: Path) -> None:
    (run,) = gathered(written(tmp_path / "a", "+-++"))
    table = tables(run)["modes"]
    keys = ("series", "mode", "rate", "l1", "l2", "l3", "kind_retrieval", "kind_operation", "attempts")
    assert own(table, *keys) == [
        ("caller · openai/one", "oracle", pytest.approx(2.5 / 3), 0.5, 1.0, 1.0, 1.0, 0.5, 4)
    ]
    theirs = {(row["series"], row["mode"]): row for row in table.rows if row["published"]}
    assert len(theirs) == 27
    assert theirs["GPT-5", "oracle"]["rate"] == pytest.approx(0.681)
    assert theirs["GPT-5", "standard"]["calling"] == "prompted"
    assert ("GPT-5", "max") not in theirs


def test_native_and_prompted_calling_are_paired_by_agent_and_mode(tmp_path: Path) -> None:
    runs = gathered(
        written(tmp_path / "a", "++++", calling="native"),
        written(tmp_path / "b", "+---", agent="caller:prompted", calling="prompted: 300 tools"),
        written(tmp_path / "c", "++--", agent="caller:prompted", mode="standard", calling="prompted"),
    )
    table = tables(*runs)["calling"]
    assert own(table, "series", "mode", "native", "prompted") == [
        ("caller · openai/one", "oracle", 1.0, pytest.approx(0.5 / 3))
    ]
    claude = next(
        row for row in table.rows if row["series"] == "Claude-4-Sonnet" and row["mode"] == "standard"
    )
    assert claude["native"] == pytest.approx(0.6236)
    assert claude["prompted"] == pytest.approx(0.151)


def test_retrieval_is_beside_the_other_modes(tmp_path: Path) -> None:
    runs = gathered(
        written(tmp_path / "a", "++++", mode="oracle"),
        written(tmp_path / "b", "+-+-", mode="retrieve:5"),
    )
    table = tables(*runs)["retrieval"]
    assert own(table, "mode", "retrieve", "oracle", "standard") == [("retrieve:5", 0.5, 1.0, None)]
    assert {row["series"]: row["retrieve"] for row in table.rows if row["published"]}["GPT-5"] == 0.45


def test_judges_are_compared_on_the_same_run(tmp_path: Path) -> None:
    (run,) = gathered(written(tmp_path / "a", "+-++"))
    said = {"strict": {"t0": 0.0, "t2": 0.0}, "lenient": {"t0": 1.0, "t1": 1.0}}
    judged = msgspec.structs.replace(run, judged=JudgedRun(outcome_by_judge=said))
    table = tables(judged)["outcome_judges"]
    assert own(table, "judge", "rank", "rate", "judged", "agreement") == [
        ("strict", 1, pytest.approx(1 / 3), 2, 0.0),
        ("lenient", 1, 1.0, 2, 0.5),
    ]
    assert len([row for row in table.rows if row["published"]]) == 24


def test_emergent_paths_and_tasks_left_out_are_listed(tmp_path: Path) -> None:
    left = (LeftOut("Q1", "needs code", ("code",), "Count.", "L3"),)
    runs = gathered(
        written(tmp_path / "a", "++++", mode="standard", left_out=left),
        written(tmp_path / "b", "+-++", mode="max"),
    )
    made = tables(*runs)
    assert own(made["emergent_paths"], "mode", "task", "unused", "others") == [
        ("standard", "t1", "wiki", "math")
    ]
    assert own(made["left_out"], "task", "servers", "why", "request") == [
        ("Q1", "code", "needs code", "Count.")
    ]


def test_tables_and_the_section_appear_only_where_runs_have_such_data(tmp_path: Path) -> None:
    (run,) = gathered(written(tmp_path / "a", "++++"))
    assert set(tables(run)) == {"modes"}
    plain = gathered(write_run(tmp_path / "b", mistakes=0.2))
    assert modes_section(plain) is None
    both = gathered(
        write_run(tmp_path / "c", mistakes=0.2), write_run(tmp_path / "d", mistakes=0.2, mode="standard")
    )
    assert not any(row["published"] for row in tables(*both)["modes"].rows)
    assert place(0).time_sensitive is None


def studied(*runs: StudyRun) -> Study:
    return with_figures(study(runs, created=WHEN))


def test_curves_over_modes_tools_and_tokens_are_drawn(tmp_path: Path) -> None:
    modes = {"a": "oracle", "b": "standard", "c": "max"}
    runs = gathered(*(written(tmp_path / name, "+-++", mode=mode) for name, mode in modes.items()))
    sizes = {"oracle": (12.0, 3e3), "standard": (220.0, 44e3), "max": (552.0, 147e3)}
    sized = [
        msgspec.structs.replace(
            run,
            result=msgspec.structs.replace(
                run.result,
                mounted_tools=sizes[run.result.settings.mode][0],
                schema_tokens=sizes[run.result.settings.mode][1],
            ),
        )
        for run in runs
    ]
    made = studied(*sized)
    figures = {figure.name: figure for section in made.sections for figure in section.figures}
    for name in ("mode_curves", "success_over_tools", "success_over_tokens"):
        assert "<svg" in draw(figures[name], made.tables()["modes"])
    without = studied(*runs)
    names = {figure.name for section in without.sections for figure in section.figures}
    assert "mode_curves" in names
    assert "success_over_tools" not in names


def test_modes_are_ordered_by_their_tools() -> None:
    modes = ["retrieve:5", "max:synthetic", "max:all", "max", "standard", "oracle+5", "max:65", "oracle"]
    assert sorted(modes, key=mode_order) == [
        "oracle", "oracle+5", "standard", "max:65", "max", "max:all", "max:synthetic", "retrieve:5",
    ]  # fmt: skip


def test_judgements_of_a_run_become_a_comparison_of_judges(tmp_path: Path) -> None:
    run = made_run(tmp_path, 2)
    names = ("openai/one", "google/two")
    session = judging(run, names, kinds=(JudgeKind.OUTCOME,))
    anyio.run(partial(session.run, models=jury({names[0]: 1.0, names[1]: 0.0})))
    table = tables(*gathered(run))["outcome_judges"]
    assert own(table, "judge", "judged", "agreement") == [("openai/one", 2, None), ("google/two", 2, None)]
    assert not any(row["published"] for row in table.rows)
