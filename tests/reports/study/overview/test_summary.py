"""The beginning of a report, the matrix, and what runs met: in words and numbers that agree with the rest."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.reports.study import Study, StudyRun
from m3bench.reports.study.study import study
from m3bench.runs import PreflightReport, ProbeResult, ProbeVerdict, RunFolder, final_attempts
from tests.reports.dropped_runs import TASKS, judged, run_of
from tests.reports.study.runs import WHEN, gathered, write_journal, write_run, write_tasks


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[StudyRun]:
    folder = tmp_path_factory.mktemp("runs")
    return gathered(
        run_of(folder / "strong", passed=22, agent="strong"),
        run_of(folder / "weak", passed=3, agent="weak", mistakes=0.7),
        run_of(folder / "lossy", passed=9, dropped=5, agent="lossy"),
    )


@pytest.fixture(scope="module")
def made(runs: list[StudyRun]) -> Study:
    return study(runs, created=WHEN, left_out=[("runs/bad", "not a run")])


def said(made: Study) -> str:
    (first, *_) = made.sections
    assert first.name == "summary"
    return "\n".join(first.points)


def test_the_summary_says_what_was_run_who_is_best_and_what_is_missing(made: Study) -> None:
    text = said(made)
    assert "3 runs of places: 24 tasks." in text
    assert "Best: strong, success 0.917 (95 % interval " in text
    assert "Worst: weak, success 0.125 (95 % interval " in text
    assert "5 of 72 attempts could not be scored, and count as failed: 5 server failure (lossy)." in text
    assert "Of 24 tasks with checks, 3 are always passed, and 2 are never passed." in text
    assert "Cost: $18.00 in all;" in text
    assert "Left out: runs/bad: not a run" in text
    board = {row["run"]: row for row in made.tables()["leaderboard"].rows}
    for row in made.tables()["summary"].rows:
        for key in ("success", "success_low", "average", "average_high", "dropped"):
            assert row[key] == board[row["run"]][key]


def test_one_run_that_is_whole_has_nothing_to_compare(tmp_path: Path) -> None:
    text = said(study(gathered(run_of(tmp_path / "only", passed=TASKS, agent="only")), created=WHEN))
    assert "Success: 1.000 (95 % interval 0.862 to 1.000), by only." in text
    assert "All 24 attempts could be scored." in text
    assert "Worst" not in text
    assert "Left out" not in text


def test_versions_of_a_suite_are_told_apart(tmp_path: Path) -> None:
    run, other = (
        write_run(tmp_path / f"{tasks}", mistakes=0.3, tasks=tasks, agent=f"a{tasks}") for tasks in (12, 13)
    )
    made = study(gathered(run, other), created=WHEN)
    text = said(made)
    assert "There are 2 versions of places among these runs." in text
    assert text.count("on places (version ") == 2
    assert {row["suite_digest"] for row in made.tables()["matrix"].rows} == {
        RunFolder.open(path).manifest.suite_digest for path in (run, other)
    }


def test_the_matrix_has_each_task_of_each_run_once_and_the_easiest_first(
    runs: list[StudyRun], made: Study
) -> None:
    rows = made.tables()["matrix"].rows
    assert len(rows) == 3 * TASKS
    assert [row["run"] for row in rows[:3]] == ["strong", "weak", "lossy"], "in the order of the leaderboard"
    assert {row["task"] for row in rows[:9]} == {"t0", "t1", "t2"}, "which all runs pass"
    for run in runs:
        own = [row for row in rows if row["run"] == run.name]
        assert sum(row["passed"] or 0 for row in own) == sum(run.result.strict.values())  # type: ignore[misc]
        assert sum(row["unscored"] or 0 for row in own) == len(run.result.dropped)  # type: ignore[misc]
    (lost,) = (row for row in rows if row["run"] == "lossy" and row["task"] == "t23")
    assert (lost["success"], lost["average"], lost["why"], lost["attempt"]) == (
        0.0, None, "server failure", None,
    )  # fmt: skip


def test_tasks_without_references_stand_beside_others(tmp_path: Path) -> None:
    """Outcomes alone, as MCPVerse has them, and trajectories with references in one report."""
    bare = run_of(tmp_path / "bare", passed=6, agent="bare")
    folder = RunFolder.open(bare)
    write_tasks(folder, [msgspec.structs.replace(task, references=()) for task in folder.tasks()])
    write_journal(folder, [judged(attempt, passed=True) for attempt in final_attempts(folder.journal)][:12])
    made = study(gathered(bare, run_of(tmp_path / "full", passed=12, agent="full")), created=WHEN)
    tables = made.tables()
    assert {row["run"]: row["average"] for row in tables["summary"].rows}["bare"] is None
    levels = [row for row in tables["levels"].rows if row["run"] == "bare"]
    assert [(row["group"], row["success"], row["attempts"]) for row in levels] == [
        ("L1", 0.5, 12),
        ("L2", 0.5, 12),
    ]
    assert {row["run"] for row in tables["hops"].rows} == {"full"}
    assert {row["run"] for row in tables["matrix"].rows} == {"bare", "full"}


def test_limits_and_preflight_are_listed_where_there_are_any(runs: list[StudyRun], made: Study) -> None:
    assert not {"limits_met", "preflight"} & made.tables().keys()
    probes = tuple(
        ProbeResult(name=name, verdict=verdict, why="no picture arrived", advice="use --text-only")
        for name, verdict in (("text", ProbeVerdict.HELD), ("picture", ProbeVerdict.FAILED))
    )
    met = msgspec.structs.replace(
        runs[0].result,
        limits_met={"cut_replies": 6, "something_new": 1},
        preflight=PreflightReport(agent="strong", created=WHEN, probes=probes),
    )
    first = msgspec.structs.replace(runs[0], result=met, retried="2 attempts")
    limited = study([first, *runs[1:]], created=WHEN)
    rows = limited.tables()["limits_met"].rows
    assert [(row["limit"], row["attempts"], row["share"]) for row in rows] == [
        ("replies that ended at the limit of their length", 6, 0.25),
        ("something new", 1, 1 / 24),
    ]
    (checked,) = limited.tables()["preflight"].rows
    assert (checked["ready"], checked["failed"], checked["advice"]) == (False, "picture", "use --text-only")
    assert "Failed attempts were made again in strong (2 attempts)." in said(limited)
    assert "made again" not in said(made)


def test_floors_are_not_the_worst_run_and_who_is_no_better_is_named(tmp_path: Path) -> None:
    made = study(
        gathered(
            run_of(tmp_path / "good", passed=20, agent="good"),
            run_of(tmp_path / "bad", passed=1, agent="bad", mistakes=0.9),
            run_of(tmp_path / "floor", passed=4, agent="dump", mistakes=0.5),
        ),
        created=WHEN,
    )
    text = said(made)
    assert "Worst: bad, success 0.042" in text
    assert "Not better than the best floor: bad (success 0.042 ≤ dump 0.167" in text
    assert "good (" not in text
