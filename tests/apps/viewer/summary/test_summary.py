"""Figures of whole runs: the same as `score` and `compare` give, also of damaged and unfinished runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.library import Library
from m3bench.checks import Verdict, Verdicts
from m3bench.core import Status, Task, Usage, UsageError
from m3bench.encoders import load_encoder
from m3bench.reports import compare_reports, strict_successes
from m3bench.runs import FinishedAttempt, read_run
from m3bench.runs.scoring import score_run_result
from m3bench.scoring import DEFAULT_SEED, Scorer
from tests.apps.viewer.samples import (
    LATER,
    PLAIN,
    SCRIPT,
    TRIP,
    api_over,
    attempt_of,
    make_run,
    plain_attempt,
    town_run,
    trip_attempt,
)


def decided(attempt: FinishedAttempt, *, passed: bool) -> FinishedAttempt:
    verdict = Verdict(check="answer_names", kind="answer", passed=passed, reason="")
    return msgspec.structs.replace(attempt, verdicts=Verdicts(verdicts=(verdict,), passed=passed))


def used(attempt: FinishedAttempt, usage: Usage) -> FinishedAttempt:
    return msgspec.structs.replace(
        attempt, trajectory=msgspec.structs.replace(attempt.trajectory, usage=usage)
    )


def waited(ask: Any, **given: str) -> dict[str, Any]:
    for _ in range(100):
        found: dict[str, Any] = ask(Parameters(given))
        if not found.get("waiting"):
            return found
    raise AssertionError("the run was not scored in time")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    passing = used(decided(plain_attempt(), passed=True), Usage(100, 20, 1, 0.25))
    failing = decided(trip_attempt("0" * 64), passed=False)
    make_run(tmp_path / "study" / "a", [TRIP, PLAIN, LATER], [failing, passing])
    broken = attempt_of(TRIP, status=Status.SERVER_FAILURE)
    make_run(tmp_path / "study" / "b", [TRIP, PLAIN], [broken, decided(plain_attempt(), passed=False)])
    town_run(tmp_path / "town")
    return tmp_path


@pytest.fixture
def api(root: Path) -> Iterator[ViewerApi]:
    library, made = api_over(root)
    made.runs_version(Parameters({}))
    yield made
    library.close()


def test_the_list_counts_success_as_scores_do(api: ViewerApi, root: Path) -> None:
    found = {run["name"]: run for run in api.runs(Parameters({}))["runs"]}
    for name, run in found.items():
        assert run["success"] == read_run(root / name).strict_success, name
    assert found["study/a"]["success"] == pytest.approx(1 / 3)
    assert (found["study/a"]["unscored"], found["study/b"]["unscored"]) == (1, 1)
    assert (found["study/a"]["tokens"], found["study/a"]["cost"]) == (120, 0.25)
    assert found["study/a"]["tags"] == []


def test_the_means_are_those_of_scores(api: ViewerApi, root: Path) -> None:
    wanted = ["study/a", "town", "absent"]
    known: dict[str, float] = {}
    while len(known) < 2:
        known |= api.means(Parameters({"runs": json.dumps(wanted)}))["means"]
    scorer = Scorer(encoder=load_encoder("hashing"))
    for name, mean in known.items():
        assert mean == score_run_result(scorer, read_run(root / name)).total.metrics.average


@pytest.mark.parametrize("names", ["", "{", "7", '{"a": 1}', json.dumps(["x"] * 51), "[" * 9000])
def test_a_list_of_runs_that_is_none_is_refused(api: ViewerApi, names: str) -> None:
    with pytest.raises(UsageError, match="Invalid list"):
        api.means(Parameters({"runs": names}))


def test_a_summary_has_groups_failures_and_usage(api: ViewerApi) -> None:
    found = waited(api.summary, run="study/a")
    assert (found["success"]["passed"], found["success"]["attempts"]) == (1, 3)
    assert [metric["name"] for metric in found["metrics"]][:2] == ["recall", "precision"]
    rest = next(family for family in found["families"] if family["name"] == "rest")
    assert (rest["passed"], rest["attempts"], rest["mean"]) == (1, 2, 1.0)
    assert found["not_scored"] == {"not_attempted": 1}
    assert found["failed_checks"] == {"answer_names": 1}
    assert found["usage"]["cost"] == 0.25
    town = waited(api.summary, run="town")
    assert town["retries"] == 1
    with pytest.raises(UsageError, match="no such run"):
        api.summary(Parameters({"run": "absent"}))


def test_two_runs_differ_as_compare_says(api: ViewerApi, root: Path) -> None:
    found = waited(api.compare, run="study/a", other="study/b")
    results = [read_run(root / "study" / name) for name in "ab"]
    scorer = Scorer(encoder=load_encoder("hashing"))
    reports = [score_run_result(scorer, result) for result in results]
    successes = strict_successes(results[0]), strict_successes(results[1])
    compared = compare_reports(reports[0], reports[1], seed=DEFAULT_SEED, successes=successes)
    for row in found["metrics"]:
        expected = compared.metrics[row["name"]]
        assert (row["a"], row["b"], row["p"]) == (expected.a, expected.b, expected.comparison.adjusted)
        assert (row["low"], row["high"]) == (
            expected.comparison.interval.low,
            expected.comparison.interval.high,
        )
    assert [row["name"] for row in found["metrics"]][:2] == ["success", "average"]
    rows = {row["task"]: row for row in found["rows"]}
    assert (rows[PLAIN.id]["a"]["passed"], rows[PLAIN.id]["b"]["passed"]) == (True, False)
    assert rows[LATER.id]["b"] is None
    assert rows[LATER.id]["a"]["made"] is False


def test_runs_without_references_are_compared_by_success(tmp_path: Path) -> None:
    tasks = [Task(id=f"open/{number}", family="open", answer="yes") for number in range(4)]
    for name, passing in (("a", 3), ("b", 1)):
        attempts = [decided(attempt_of(task), passed=index < passing) for index, task in enumerate(tasks)]
        make_run(tmp_path / name, tasks, attempts)
    library, api = api_over(tmp_path)
    found = waited(api.compare, run="a", other="b")
    summary = waited(api.summary, run="a")
    library.close()
    assert [(row["name"], row["a"], row["b"]) for row in found["metrics"]] == [("success", 0.75, 0.25)]
    assert (summary["mean"], summary["metrics"], summary["success"]["value"]) == (None, [], 0.75)


def test_runs_without_a_common_task_are_compared_with_a_word(tmp_path: Path) -> None:
    make_run(tmp_path / "a", [TRIP], [trip_attempt("0" * 64)])
    make_run(tmp_path / "b", [PLAIN], [plain_attempt()])
    library, api = api_over(tmp_path)
    found = waited(api.compare, run="a", other="b")
    library.close()
    assert found["metrics"] == []
    assert found["problem"]


@pytest.mark.parametrize("text", ["", "{", "null", '{"kind": "run"}', "[" * 9000, SCRIPT, "\x00"])
def test_a_run_that_cannot_be_read_is_a_row_with_the_reason(tmp_path: Path, text: str) -> None:
    town_run(tmp_path / "good")
    make_run(tmp_path / "bad", [TRIP])
    (tmp_path / "bad" / "manifest.json").write_text(text)
    library, api = api_over(tmp_path)
    api.runs_version(Parameters({}))
    rows = {run["name"]: run for run in api.runs(Parameters({}))["runs"]}
    summary = waited(api.summary, run="bad") if "bad" in rows else {"problem": "gone"}
    compared = waited(api.compare, run="bad", other="good") if "bad" in rows else {"problem": "gone"}
    library.close()
    assert rows["good"]["problems"] == []
    assert summary["problem"]
    assert compared["problem"]
    assert "bad" not in rows or rows["bad"]["problems"]


def test_attempts_are_sorted_by_any_column(api: ViewerApi) -> None:
    waited(api.summary, run="study/a")

    def tasks(sort: str) -> list[str]:
        rows = api.attempts(Parameters({"run": "study/a", "sort": sort}))["rows"]
        return [row["task"] for row in rows]

    assert tasks("") == [TRIP.id, PLAIN.id, LATER.id]
    assert tasks("score") == [TRIP.id, PLAIN.id, LATER.id]
    assert tasks("-score") == [PLAIN.id, TRIP.id, LATER.id]
    assert tasks("-seconds") == [TRIP.id, PLAIN.id, LATER.id]
    assert tasks("seconds") == [PLAIN.id, TRIP.id, LATER.id]
    assert tasks("task")[0] == LATER.id
    assert tasks("tokens")[0] == PLAIN.id
    assert tasks("nonsense") == tasks("__class__") == tasks("")


def test_several_folders_are_one_library(root: Path, tmp_path: Path) -> None:
    library = Library(root / "study", root / "town")
    names = [run.name for run in library.runs()]
    library.close()
    assert names == ["study/a", "study/b", "town"]
    single = Library(root / "town", named=True)
    names = [run.name for run in single.runs()]
    single.close()
    assert names == ["town"]
    with pytest.raises(UsageError, match="no folder"):
        Library(root, root / "absent")
