"""Runs made by hand, of which attempts were dropped: what counts, who is ranked, and what is listed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from m3bench.core import Status, UsageError
from m3bench.reports import compare_reports, print_run, run_to_dict, strict_successes
from m3bench.reports.figures import with_figures
from m3bench.reports.page import report_page
from m3bench.reports.study import Study
from m3bench.reports.study.study import study
from m3bench.runs import DropReason, RunResult, final_attempts, read_run
from m3bench.runs.store.folder import RunFolder
from tests.reports.dropped_runs import TASKS, ended, judged, run_of
from tests.reports.study.runs import WHEN, gathered, write_journal, write_tasks


def leaders(made: Study) -> list[Any]:
    return [row for row in made.tables()["leaderboard"].rows if not row["published"]]


def told(result: RunResult) -> str:
    console = Console(file=io.StringIO(), width=200, highlight=False)
    print_run(console, result)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_whoever_drops_what_it_fails_is_not_ahead(tmp_path: Path) -> None:
    """All that it is scored on passes, but that is 2 of 24 tasks."""
    honest = run_of(tmp_path / "honest", passed=12, agent="honest")
    choosy = run_of(tmp_path / "choosy", passed=2, dropped=22, agent="choosy")
    first, last = leaders(study(gathered(choosy, honest), created=WHEN))
    assert (first["run"], first["rank"], first["success"]) == ("honest", 1, 0.5)
    assert (last["run"], last["rank"], last["scored_success"]) == ("choosy", None, 1.0)
    assert last["success"] == pytest.approx(2 / 24)
    assert last["unranked"] == "2 of 24 attempts scored, 95% needed"
    assert last["tied"] == ""


def test_an_agent_that_opts_out_of_everything_is_last_and_not_ranked(tmp_path: Path) -> None:
    weak = run_of(tmp_path / "weak", passed=0, agent="weak", mistakes=0.9)
    out = run_of(tmp_path / "out", passed=0, dropped=TASKS, agent="opt-out")
    made = study(gathered(out, weak), created=WHEN)
    first, last = leaders(made)
    assert (first["run"], first["rank"]) == ("weak", 1)
    assert (last["run"], last["rank"]) == ("opt-out", None)
    assert (last["success"], last["average"]) == (0.0, None)
    assert len([row for row in made.tables()["dropped"].rows if row["run"] == "opt-out"]) == TASKS
    with pytest.raises(UsageError, match="can be scored yet"):
        gathered(out)


@pytest.mark.parametrize(("dropped", "ranked"), [(0, True), (1, True), (2, False)])
def test_95_per_cent_must_be_scored(tmp_path: Path, dropped: int, ranked: bool) -> None:
    """Of 24 attempts 23 are 95.8 %, 22 are 91.7 %."""
    (row,) = leaders(study(gathered(run_of(tmp_path / "run", passed=20, dropped=dropped)), created=WHEN))
    assert (row["rank"] == 1) is ranked
    assert bool(row["unranked"]) is not ranked
    assert row["scored_share"] == pytest.approx((24 - dropped) / 24)


def test_every_way_not_to_be_scored_counts_as_failed_and_is_listed(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=20)
    folder = RunFolder.open(path)
    first, second, third, _, *others = final_attempts(folder.journal)
    records = [
        ended(first, Status.SERVER_FAILURE, "the server ended"),
        ended(second, Status.HARNESS_FAILURE, "a bug"),
        judged(third, passed=False, undecided=True),
        *others,
    ]
    write_journal(folder, records)
    result = read_run(path)
    assert [(attempt.id, attempt.why) for attempt in result.dropped] == [
        ("t0", DropReason.SERVER_FAILURE),
        ("t1", DropReason.HARNESS_FAILURE),
        ("t2", DropReason.UNDECIDED),
        ("t3", DropReason.NOT_ATTEMPTED),
    ]
    assert result.strict_success == pytest.approx(16 / 24)
    assert result.scored_success == pytest.approx(16 / 20)
    assert not any(result.strict[f"t{number}"] for number in range(4))
    text = told(result)
    assert text.splitlines()[1].startswith("success: 0.667 (16 of 24 attempts pass all checks;")
    assert "4 of them were not scored and count as failed; success over the scored attempts: 0.800" in text
    assert "not ranked: 20 of 24 attempts scored, 95% needed" in text
    assert "not scored: 4 of 24 attempts: 1 server failure, 1 harness failure, 1 undecided, 1 not att" in text
    assert "  t0: server failure: the server ended" in text
    assert "  t2: undecided: picture: no judge" in text
    record = run_to_dict(result)
    assert record["success"] == record["strict_success"]
    assert record["scored_success"]["estimate"] == pytest.approx(16 / 20)
    assert record["success"]["estimate"] == pytest.approx(16 / 24)
    assert [attempt["why"] for attempt in record["dropped"]][:2] == ["server_failure", "harness_failure"]


def test_success_that_is_whole_leaves_nothing_to_list(tmp_path: Path) -> None:
    result = read_run(run_of(tmp_path / "run", passed=TASKS))
    text = told(result)
    assert "success: 1.000 (24 of 24 attempts pass all checks; 95 % interval 0.862 to 1.000)" in text
    assert "not scored" not in text
    assert "not ranked" not in text


def test_a_run_without_checks_has_no_success_and_is_ranked_by_the_mean(tmp_path: Path) -> None:
    paths = [run_of(tmp_path / str(n), passed=0, mistakes=n / 2, agent=f"a{n}") for n in (0, 1)]
    for path in paths:
        folder = RunFolder.open(path)
        tasks = [msgspec.structs.replace(task, extra={}) for task in folder.tasks()]
        write_tasks(folder, tasks)
        bare = [msgspec.structs.replace(attempt, verdicts=None) for attempt in final_attempts(folder.journal)]
        write_journal(folder, bare)
    assert read_run(paths[0]).strict_success is None
    assert "success:" not in told(read_run(paths[0]))
    assert [(row["run"], row["rank"]) for row in leaders(study(gathered(*paths), created=WHEN))] == [
        ("a0", 1),
        ("a1", 2),
    ]


def test_a_comparison_counts_dropped_tasks_against_who_dropped_them(tmp_path: Path) -> None:
    honest, choosy = gathered(
        run_of(tmp_path / "honest", passed=20, agent="honest"),
        run_of(tmp_path / "choosy", passed=4, dropped=20, agent="choosy"),
    )
    successes = strict_successes(honest.result), strict_successes(choosy.result)
    comparison = compare_reports(honest.report, choosy.report, seed=0, successes=successes)
    assert (comparison.tasks, comparison.success_tasks) == (4, 24)
    assert list(comparison.metrics)[:2] == ["success", "average"]
    success = comparison.metrics["success"]
    assert (success.a, success.b) == pytest.approx((20 / 24, 4 / 24))
    assert success.comparison.verdict == "A"
    assert success.comparison.p_value is not None
    assert success.comparison.adjusted is not None
    assert success.comparison.adjusted > success.comparison.p_value


def test_evidence_and_grounded_success_show_where_they_were_measured(tmp_path: Path) -> None:
    (run,) = gathered(run_of(tmp_path / "run", passed=12))
    (before,) = leaders(study([run], created=WHEN))
    assert (before["evidence"], before["grounded"]) == (None, None)
    assert "evidence" not in told(run.result)
    result = msgspec.structs.replace(
        run.result,
        evidence={f"t{n}": 0.5 + n % 2 / 2 for n in range(24)},
        grounded={f"t{n}": n < 6 for n in range(24)},
    )
    (after,) = leaders(study([msgspec.structs.replace(run, result=result)], created=WHEN))
    assert (after["evidence"], after["grounded"]) == (pytest.approx(0.75), 0.25)
    assert after["evidence_low"] < 0.75 < after["evidence_high"]
    assert "grounded success: 0.250" in told(result)
    assert "evidence recall: 0.750" in told(result)


@pytest.mark.slow
def test_the_page_shows_what_was_dropped_and_that_no_floor_is_known(tmp_path: Path) -> None:
    paths = (run_of(tmp_path / "a", passed=9), run_of(tmp_path / "b", passed=0, dropped=TASKS, agent="out"))
    drawn = with_figures(study(gathered(*paths), created=WHEN))
    page = report_page(drawn)
    for said in (
        "Success of scored",
        "Attempts not scored",
        "HTTP 503",
        "No floors are known for places",
    ):
        assert said in page
    assert "Floors" not in page
    assert [figure.name for figure in drawn.sections[1].figures] == ["success", "leaderboard"]
