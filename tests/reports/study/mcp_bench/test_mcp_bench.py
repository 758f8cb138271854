"""Tables as in MCP-Bench's paper, from two runs with scripted models over bundled servers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import FormatError
from m3bench.reports.figures import drawn_figures, with_figures
from m3bench.reports.study import Study, StudyRun, Table, study
from m3bench.reports.study.mcp_bench import mcp_bench_section
from m3bench.runs import JudgeKind
from m3bench.scoring import Planning
from tests.reports.study.runs import WHEN
from tests.reports.study.scripted_runs import both_runs, loaded, written

GOOD, POOR = "caller · scripted/good", "caller · scripted/poor"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[StudyRun]:
    return loaded(*both_runs(tmp_path_factory.mktemp("runs")))


@pytest.fixture(scope="module")
def made(runs: list[StudyRun]) -> Study:
    return study(runs, created=WHEN)


def own(table: Table, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in keys) for row in table.rows if not row.get("published")]


def theirs(table: Table, model: str) -> Any:
    return next(row for row in table.rows if row["published"] and row["run"] == model)


def test_the_leaderboard_has_runs_and_published_models_ranked_apart(made: Study) -> None:
    table = made.tables()["mcp_bench"]
    assert own(table, "run", "rank", "tasks", "judged") == [(GOOD, 1, 4, 4), (POOR, 2, 4, 4)]
    assert len(table.rows) == 22
    assert (theirs(table, "gpt-5")["rank"], theirs(table, "gpt-5")["overall_score"]) == (1, 0.749)
    assert theirs(table, "gpt-5")["schema_understanding"] == pytest.approx((1 + 0.993 + 0.991) / 3)
    for row in table.rows:
        axes = ("schema_understanding", "task_completion", "tool_usage", "planning_effectiveness")
        assert row["overall_score"] == pytest.approx(
            sum(float(row[axis] or 0) for axis in axes) / 4, abs=0.002
        )


def test_the_scores_are_those_of_the_judges_and_of_the_calls(made: Study, runs: list[StudyRun]) -> None:
    (good, _) = own(made.tables()["mcp_bench"], "task_fulfillment", "valid_tool_name", "overall_score")
    judged = runs[0].judged
    assert judged is not None
    grades = [scores.dimensions["task_fulfillment"] for scores in judged.rubric.values()]
    assert good[0] == pytest.approx(sum(score or 0 for score in grades) / 4)
    overall = [scores.overall for scores in judged.rubric.values()]
    assert good[1:] == (1.0, pytest.approx(sum(score or 0 for score in overall) / 4))


def test_one_server_and_several(made: Study) -> None:
    tables = made.tables()
    assert own(tables["mcp_bench_single"], "run", "tasks") == [(GOOD, 2), (POOR, 2)]
    assert own(tables["mcp_bench_multiple"], "run", "tasks") == [(GOOD, 2), (POOR, 2)]
    assert theirs(tables["mcp_bench_single"], "o3")["overall_score"] == 0.720
    assert theirs(tables["mcp_bench_multiple"], "o3")["overall_score"] == 0.710


def test_rounds_and_calls(made: Study) -> None:
    table = made.tables()["mcp_bench_effort"]
    keys = ("single_rounds", "single_calls", "multiple_rounds", "multiple_calls", "rounds", "calls")
    assert own(table, *keys) == [(1.5, 2.0, 2.0, 3.0, 1.75, 2.5), (2.5, 2.5, 2.0, 2.0, 2.25, 2.25)]
    assert [theirs(table, "o3")[key] for key in keys] == [4.5, 23.0, 8.0, 33.7, 6.3, 28.3]


def test_bands_count_every_judged_attempt_once(made: Study) -> None:
    table = made.tables()["mcp_bench_bands"]
    bands = own(table, "band_1_3", "band_4_6", "band_7_8", "band_9_10")
    assert bands == [(0, 0, 4, 0)] * 6 + [(4, 0, 0, 0)] * 6


def test_shuffling_appears_where_both_ways_were_judged(made: Study) -> None:
    table = made.tables()["mcp_bench_shuffling"]
    fixed, shuffled = own(table, "run", "variation", "human_agreement", "difference")
    # In the fixed order, both judges add a grade to the first dimension: 6.5 and 8.5.
    assert fixed == (GOOD, pytest.approx(1 / 7.5), None, None)
    assert shuffled[1] > fixed[1]
    assert shuffled[2] == 1.5
    assert shuffled[3] == pytest.approx(0.06)


def test_judges_and_people(made: Study) -> None:
    rows = own(made.tables()["mcp_bench_agreement"], "run", "judge", "cases", "difference")
    assert [row[:3] for row in rows] == [
        (GOOD, "together", 4),
        (GOOD, "openai/strict", 4),
        (GOOD, "google/mild", 4),
    ]


def test_what_is_missing_is_named(made: Study) -> None:
    missing = made.tables()["mcp_bench_missing"]
    assert own(missing, "what", "runs") == [
        ("Judging without shuffling", POOR),
        ("Labels of people", POOR),
    ]


def test_a_run_that_was_not_judged_has_no_section_but_is_named_beside_others(
    tmp_path: Path, runs: list[StudyRun]
) -> None:
    (plain,) = loaded(written(tmp_path, "poor", (1.0, 1.0), kinds=(), labels=False))
    assert mcp_bench_section([plain]) is None
    made = study([plain], created=WHEN)
    assert not any(name.startswith("mcp_bench") for name in made.tables())
    # The paper's shares of planning failures stand only beside runs that its rubric judged.
    assert not any(row["published"] for row in made.tables()["planning_failures"].rows)
    section = mcp_bench_section([runs[0], plain])
    assert section is not None
    assert ("Rubric", plain.name) in own(section.tables[-1], "what", "runs")


def test_labels_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "good", (5.0, 5.0), kinds=(JudgeKind.RUBRIC,))
    (path / "labels.csv").write_text("id,score,dimension\nsums,3,judge_agreement\n", encoding="utf-8")
    with pytest.raises(FormatError, match="judge_agreement takes a number from 0 to 2"):
        mcp_bench_section(loaded(path))


def test_planning_failures_in_total_and_by_attempt(made: Study) -> None:
    tables = made.tables()
    counts = {(row["run"], row["failure"]): row["count"] for row in tables["planning_failures"].rows}
    names = [kind.value.replace("_", " ") for kind in Planning]
    assert [counts[GOOD, name] for name in names] == [0] * 6
    assert [counts[POOR, name] for name in names] == [2, 1, 1, 1, 1, 1]
    shares = {row["failure"]: row["share"] for row in tables["planning_failures"].rows if row["published"]}
    assert shares["sequencing"] == 0.258
    assert own(tables["planning_attempts"], "task", "failure") == [
        ("sums", "parallelisation"),
        ("sums", "redundancy"),
        ("visit", "conditional logic"),
        ("spot", "state tracking"),
        ("tour", "decomposition"),
        ("tour", "decomposition"),
        ("tour", "sequencing"),
    ]
    by_task = {
        (row["run"], row["id"]): (row["planning_failures"], row["planning_decomposition"])
        for row in tables["tasks"].rows
    }
    assert by_task[POOR, "tour"] == (3, 2)
    assert by_task[GOOD, "tour"] == (0, 0)


def test_planning_failures_are_drawn(made: Study) -> None:
    drawn = {figure.name: table for figure, table in drawn_figures(with_figures(made))}
    assert drawn["planning_failures"].name == "planning_failures"
