from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.core import Outcome, Status, UsageError
from m3bench.judges import EnsembleScore
from m3bench.reports import report_to_dict
from m3bench.reports.published import published_m3
from m3bench.reports.study import Kind, Study, Table
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.study import study
from m3bench.runs import JudgedRun, LimitsChange, RunLimits, final_attempts
from m3bench.runs.store.folder import RunFolder
from m3bench.scoring import BY_PEOPLE, METRICS, Error
from tests.reports.study.runs import (
    WHEN,
    gathered,
    task,
    write_journal,
    write_run,
    write_tasks,
)

CELLS = 200
NAMES = {
    "summary": ["summary"],
    "matrix": ["matrix"],
    "leaderboard": ["leaderboard", "floors", "dropped"],
    "families": ["families", "crossing"],
    "servers": ["servers", "tools"],
    "shape": ["levels", "hops", "threads"],
    "outcomes": ["outcomes"],
    "failures": ["failures", "taxonomy", "taxonomy_families", "confusions"],
    "planning": ["planning", "planning_failures", "planning_attempts"],
    "budgets": ["budgets", "score_cost"],
    "tasks": ["tasks"],
}
MAYBE_EMPTY = {"floors", "dropped"}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[StudyRun]:
    folder = tmp_path_factory.mktemp("runs")
    levels = (0.1, 0.5, 0.55, 0.9)
    return gathered(
        *(
            write_run(folder / f"{n}", mistakes=level, seed=n, model=f"m{n}", tasks=24)
            for n, level in enumerate(levels)
        )
    )


@pytest.fixture(scope="module")
def made(runs: list[StudyRun]) -> Study:
    return study(runs, created=WHEN)


def rows(table: Table, **where: object) -> list[Any]:
    return [row for row in table.rows if all(row[key] == value for key, value in where.items())]


def test_the_settings_say_which_limits_held_and_who_changed_them(runs: list[StudyRun]) -> None:
    change = LimitsChange(at=WHEN, by="ann", changes={"max_cost": (None, 2.5)})
    changed = msgspec.structs.replace(runs[0].result, limits=RunLimits(max_cost=2.5), limit_changes=(change,))
    first = msgspec.structs.replace(runs[0], result=changed)
    settings = study([first, runs[1]], created=WHEN).settings
    assert settings["limits"] == (
        "--task-timeout 600, --retries 2, --max-cost 2.5; --task-timeout 600, --retries 2"
    )
    assert settings[f"limits changed in {first.name}"] == "--max-cost none → 2.5 by ann, 2026-11-15 00:00 UTC"
    assert f"limits changed in {runs[1].name}" not in settings


def test_every_section_has_its_tables_and_every_column_its_cells(made: Study) -> None:
    assert {section.name: [table.name for table in section.tables] for section in made.sections} == NAMES
    for table in made.tables().values():
        keys = [column.key for column in table.columns]
        assert len(set(keys)) == len(keys)
        assert table.rows or table.name in MAYBE_EMPTY
        assert all(list(row) == keys for row in table.rows), table.name
        assert all(not end or end in keys for column in table.columns for end in (column.low, column.high))
        numeric = [column for column in table.columns if column.kind is not Kind.TEXT]
        assert all(column.definition for column in numeric), table.name


def test_random_cells_are_those_of_the_scores_file(made: Study, runs: list[StudyRun]) -> None:
    """The numbers are the same as in `m3bench score --json`, to the last digit."""
    chance = random.Random(9)
    files = {run.name: report_to_dict(run.report, run.extras) for run in runs}
    tables = made.tables()
    for _ in range(CELLS):
        name, metric = chance.choice(sorted(files)), chance.choice((*METRICS, "average"))
        document = files[name]
        (leader,) = rows(tables["leaderboard"], run=name)
        assert leader[metric] == document["aggregate"][metric]
        if metric != "average":
            interval = document["aggregate"]["intervals"][metric]
            assert [leader[f"{metric}_low"], leader[f"{metric}_high"]] == [interval["low"], interval["high"]]
        family = chance.choice(sorted(document["families"]))
        (part,) = rows(tables["families"], run=name, family=family)
        assert part[metric] == document["families"][family][metric]
        record = chance.choice(document["per_id"])
        (row,) = rows(tables["tasks"], run=name, id=record["id"])
        assert row[metric] == record[metric]
        assert (row["calls"], row["steps"]) == (record["prediction_calls"], record["prediction_steps"])


def test_the_leaderboard_ranks_own_runs_and_published_models_apart(made: Study, runs: list[StudyRun]) -> None:
    table = made.tables()["leaderboard"]
    for published, count in ((False, len(runs)), (True, 14)):
        listed = rows(table, published=published)
        assert len(listed) == count
        by_rank = sorted(listed, key=lambda row: row["rank"])
        merit = "average" if published else "success"
        assert [row[merit] for row in by_rank] == sorted((row[merit] for row in listed), reverse=True)
    for row in rows(table, published=False):
        assert row["average_low"] <= row["average"] <= row["average_high"]
        assert row["success_low"] <= row["success"] <= row["success_high"]
        assert row["completion"] is None
        assert row["average_of_eight"] is None


def test_published_models_stand_only_beside_tasks_of_their_families(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run", mistakes=0.5, tasks=2)
    folder = RunFolder.open(path)
    write_tasks(folder, [msgspec.structs.replace(task(number), family="banking") for number in range(2)])
    made = study(gathered(path), created=WHEN)
    assert rows(made.tables()["leaderboard"], published=True) == []
    assert "Published models" not in made.sections[0].intro


def test_ties_are_mutual_and_the_best_is_not_tied_with_the_worst(made: Study) -> None:
    titles = {
        row["run"]: row["tied"].split(", ") for row in rows(made.tables()["leaderboard"], published=False)
    }
    assert all(name in titles[other] for name, others in titles.items() for other in others if other)
    assert "executor · m3" not in titles["executor · m0"]
    assert "executor · m2" in titles["executor · m1"]


def test_published_rows_are_the_papers(made: Study) -> None:
    chance = random.Random(4)
    (total,) = [score for score in published_m3() if (score.family, score.model) == ("all", "GPT-5")]
    (row,) = rows(made.tables()["leaderboard"], run="GPT-5")
    assert row["recall"] == total.values["recall"]
    assert row["completion"] == total.values["task_completion"]
    assert round(row["average_of_seven"], 3) == total.values["average_score"]
    family = chance.choice(["Items Price", "Movies", "Attraction"])
    best = max(score.mean for score in published_m3() if score.family == family)
    assert {row["published_best"] for row in rows(made.tables()["families"], family=family)} == {best}


def test_groups_of_tasks_make_up_the_run(made: Study, runs: list[StudyRun]) -> None:
    for name in ("levels", "hops", "threads"):
        for run in runs:
            groups = rows(made.tables()[name], run=run.name)
            assert sum(group["tasks"] for group in groups) == len(run.scores)
            passed = sum(group["tasks"] * group["success"] for group in groups)
            assert passed == pytest.approx(run.result.success * len(run.scores))  # type: ignore[operator]
    assert {row["group"] for row in made.tables()["hops"].rows} == {2}
    assert {row["group"] for row in made.tables()["threads"].rows} == {2}


def test_calls_are_counted_once_by_tool_server_and_outcome(made: Study, runs: list[StudyRun]) -> None:
    tables = made.tables()
    for run in runs:
        calls = sum(trajectory.call_count for trajectory in run.result.trajectories)
        for name in ("servers", "tools"):
            listed = rows(tables[name], run=run.name)
            assert sum(row["calls"] for row in listed) == calls
            assert sum(row["matched"] for row in listed) == run.report.total.matched
            assert sum(row["reference_calls"] for row in listed) == run.report.total.reference_calls
            assert all(row["calls"] == sum(row[outcome.value] for outcome in Outcome) for row in listed)
        shares = rows(tables["outcomes"], run=run.name)
        assert sum(row["calls"] for row in shares) == calls
        assert math.isclose(sum(row["share"] for row in shares), 1)
        (planning,) = rows(tables["planning"], run=run.name)
        origins = (planning["request"], planning["result"], planning["argument"], planning["invented"])
        assert math.isclose(sum(origins), 1)


def test_mistakes_are_counted_by_kind_and_confusions_by_pair(made: Study, runs: list[StudyRun]) -> None:
    for run in runs:
        counts = Counter(mistake.error for mistakes in run.mistakes.values() for mistake in mistakes)
        for error in set(Error) - BY_PEOPLE:
            (row,) = rows(made.tables()["taxonomy"], run=run.name, error=error.value.replace("_", " "))
            assert row["count"] == counts[error]
            assert row["per_task"] == counts[error] / len(run.scores)
            assert row["failed_tasks"] <= row["tasks"] <= min(len(run.scores), row["count"])
    confused = rows(made.tables()["confusions"])
    assert {row["called"] for row in confused} == {"wiki/search"}
    assert [row["count"] for row in confused] == sorted((row["count"] for row in confused), reverse=True)


def test_budgets_are_means_and_totals_and_what_is_unknown_stays_so(made: Study, runs: list[StudyRun]) -> None:
    for run in runs:
        (row,) = rows(made.tables()["budgets"], run=run.name)
        assert row["cost"] == 0.25
        assert row["cost_total"] == 0.25 * len(run.scores)
        assert row["seconds"] == pytest.approx(run.result.seconds / len(run.scores))
        assert row["calls_total"] == run.report.total.prediction_calls
    (first, *others) = runs[0].result.trajectories
    assert first.usage is not None
    free = msgspec.structs.replace(first, usage=msgspec.structs.replace(first.usage, cost=None))
    result = msgspec.structs.replace(runs[0].result, trajectories=[free, *others])
    (row,) = study([msgspec.structs.replace(runs[0], result=result)], created=WHEN).tables()["budgets"].rows
    assert row["cost"] is None
    assert row["input_tokens"] is not None


def test_whose_failure_it_was_is_told_apart(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run", mistakes=0.3, tasks=4)
    folder = RunFolder.open(path)
    statuses = (Status.SERVER_FAILURE, Status.HARNESS_FAILURE, Status.OUT_OF_STEPS, Status.COMPLETED)
    write_journal(
        folder,
        [
            msgspec.structs.replace(
                attempt, trajectory=msgspec.structs.replace(attempt.trajectory, status=status)
            )
            for attempt, status in zip(final_attempts(folder.journal), statuses, strict=True)
        ],
    )
    tables = study(gathered(path), created=WHEN).tables()
    listed = rows(tables["failures"], unit="attempts")
    assert {
        (row["side"], row["what"]) for row in listed if row["count"] and row["what"] != "checks failed"
    } == {
        ("agent", "out of steps"),
        ("server", "server failure"),
        ("harness", "harness failure"),
    }
    (leader,) = rows(tables["leaderboard"], published=False)
    assert (leader["tasks"], leader["attempts"], leader["dropped"]) == (2, 4, 2)
    assert [row["why"] for row in rows(tables["dropped"])] == ["server failure", "harness failure"]


def test_runs_of_different_suites_are_never_mixed(tmp_path: Path) -> None:
    paths = [write_run(tmp_path / str(n), mistakes=0.5, tasks=n, model=f"m{n}") for n in (6, 7)]
    made = study(gathered(*paths), created=WHEN)
    table = made.tables()["leaderboard"]
    assert "2 different suites" in table.note
    assert [column.shown for column in table.columns if column.key == "suite"] == [True]
    assert [row["rank"] for row in rows(table, published=False)] == [1, 1]
    assert {row["tied"] for row in rows(table, published=False)} == {""}
    assert "suites or suite versions differ" in made.tables()["comparison"].note


def test_two_runs_are_compared_and_others_on_request(runs: list[StudyRun]) -> None:
    tables = study(runs, created=WHEN, pair=(runs[3].name, str(runs[0].path))).tables()
    (average,) = rows(tables["comparison"], metric="Mean of six")
    assert average["difference"] == pytest.approx(average["a"] - average["b"])
    assert average["verdict"] == "B"
    assert average["low"] <= average["difference"] <= average["high"] < 0
    assert average["wins"] + average["losses"] + average["ties"] == len(runs[0].scores)
    flips = [task_id for task_id in runs[0].scores if runs[0].passed(task_id) != runs[3].passed(task_id)]
    assert [row["task"] for row in tables["flipped"].rows] == flips != []
    assert "comparison" in study(runs[:2], created=WHEN).tables()
    with pytest.raises(UsageError, match="Unknown run 'nobody'"):
        study(runs, created=WHEN, pair=("nobody", runs[0].name))
    with pytest.raises(UsageError, match="with itself"):
        study(runs, created=WHEN, pair=(runs[0].name, str(runs[0].path)))


def test_judged_columns_are_those_of_the_judges(runs: list[StudyRun]) -> None:
    ids = list(runs[0].scores)
    half, whole = (EnsembleScore(case="t", score=score, scores={}, asked=0) for score in (0.5, 1.0))
    judged = JudgedRun(completion=dict.fromkeys(ids, half), grounding=dict.fromkeys(ids, whole))
    tables = study([msgspec.structs.replace(runs[0], judged=judged)], created=WHEN).tables()
    (row,) = rows(tables["leaderboard"], published=False)
    six = [row[metric] for metric in METRICS]
    assert (row["completion"], row["grounding"]) == (0.5, 1.0)
    assert row["average_of_eight"] == pytest.approx((sum(six) + 1.5) / 8)
    assert row["average_of_seven"] == pytest.approx((sum(six) + 1.0) / 7)
    assert {(row["completion"], row["grounding"]) for row in rows(tables["tasks"])} == {(0.5, 1.0)}


def test_the_same_runs_make_the_same_study(runs: list[StudyRun], made: Study) -> None:
    assert study(runs, created=WHEN) == made
    with pytest.raises(UsageError, match="No runs"):
        study([], created=WHEN)
