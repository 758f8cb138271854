"""Somebody scores a run in five ways: `score`, `compare`, `report`, the viewer and a leaderboard agree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from m3bench.apps.viewer.api import Parameters
from m3bench.reports import headline
from m3bench.runs import read_run
from m3bench.scoring import METRICS
from m3bench.submissions import leaderboard
from tests.apps.viewer.samples import api_over
from tests.apps.viewer.summary.test_summary import waited
from tests.submissions.bundles import CREATED, bundle, verified
from tests.users.six_runs import KINDS, invoked, six_runs

Numbers = dict[str, Any]
ENCODER = ("--encoder", "hashing")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=[1, 3], ids=["one family", "three families"])
def runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    paths = six_runs(tmp_path_factory.mktemp("runs"), families=request.param)
    return {path.name: path for path in paths}


@pytest.fixture(scope="module")
def scored(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Numbers]:
    """What `m3bench score --json` says of each run."""
    folder = tmp_path_factory.mktemp("scores")
    found = {}
    for name, path in runs.items():
        invoked("score", str(path), "--json", str(folder / f"{name}.json"), *ENCODER)
        found[name] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def success_of(scores: Numbers) -> tuple[float, float, float]:
    success = scores["run"]["success"]
    return success["estimate"], success["low"], success["high"]


def test_success_counts_lost_attempts_as_failed(scored: dict[str, Numbers]) -> None:
    """Before anything is compared: the numbers are those of the journal."""
    for name, scores in scored.items():
        passed, epochs = scores["run"]["strict"], KINDS[name][1]
        assert len(passed) == 6 * epochs
        assert success_of(scores)[0] == sum(passed.values()) / len(passed)
        assert ("repeated" in scores["run"]) == (epochs > 1)
        assert scores["run"]["success"].get("tasks") == (6 if epochs > 1 else None)
    assert scored["unlucky-3"]["run"]["scored_share"] == pytest.approx(14 / 18)


def test_compare_has_the_numbers_of_score(
    runs: dict[str, Path], scored: dict[str, Numbers], tmp_path: Path
) -> None:
    for one, other in (("careful", "hasty"), ("careful-3", "middling-3"), ("middling-3", "unlucky-3")):
        file = tmp_path / f"{one}.json"
        invoked("compare", str(runs[one]), str(runs[other]), "--json", str(file), *ENCODER)
        found = json.loads(file.read_text(encoding="utf-8"))
        for name, side in ((one, 0), (other, 1)):
            interval = found["success"][side]
            assert (interval["estimate"], interval["low"], interval["high"]) == success_of(scored[name])
            if found["repeated"]:
                assert found["repeated"][side] == scored[name]["run"]["repeated"]
        if not found["only_a"]:
            assert found["metrics"]["average"]["a"] == scored[one]["aggregate"]["average"]
            assert found["metrics"]["recall"]["b"] == scored[other]["aggregate"]["recall"]


def test_the_report_has_the_numbers_of_score(
    runs: dict[str, Path], scored: dict[str, Numbers], tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    page = tmp_path / "report.html"
    invoked("report", *map(str, runs.values()), "--out", str(page), "--json", str(file), *ENCODER)
    sections = json.loads(file.read_text(encoding="utf-8"))["sections"]
    rows = {row["run"].removeprefix("python:"): row for row in _rows(sections, "leaderboard", "leaderboard")}
    for name, scores in scored.items():
        row = rows[name]
        assert _interval(row, "success") == success_of(scores), name
        assert row["average"] == pytest.approx(scores["aggregate"]["average"], abs=1e-15)
        for metric in METRICS:
            interval = scores["aggregate"]["intervals"][metric]
            assert _interval(row, metric) == (scores["aggregate"][metric], interval["low"], interval["high"])
        most = scores["run"]["repeated"]["pass_rates"][-1] if KINDS[name][1] > 1 else {}
        assert (row["k"], row["pass_hat_k"]) == (most.get("k"), most.get("pass_hat_k"))
        assert (row["tasks"], row["attempts"]) == (6, 6 * KINDS[name][1])
    summary = {row["run"].removeprefix("python:"): row for row in _rows(sections, "summary", "summary")}
    assert {name: _interval(row, "success") for name, row in summary.items()} == {
        name: success_of(scores) for name, scores in scored.items()
    }


def test_the_viewer_has_the_numbers_of_score(runs: dict[str, Path], scored: dict[str, Numbers]) -> None:
    library, api = api_over(next(iter(runs.values())).parent)
    try:
        api.runs_version(Parameters({}))
        for name, scores in scored.items():
            found = waited(api.summary, run=name)
            success = found["success"]
            assert (success["value"], success["low"], success["high"]) == success_of(scores)
            assert found["mean"] == scores["aggregate"]["average"]
            assert [metric["value"] for metric in found["metrics"]] == [
                scores["aggregate"][key] for key in METRICS
            ]
            flips = scores["run"].get("repeated", {}).get("flips")
            assert (success["repeated"] or {}).get("flips") == flips
    finally:
        library.close()


def test_the_leaderboard_has_the_numbers_of_score(
    runs: dict[str, Path], scored: dict[str, Numbers], tmp_path: Path
) -> None:
    found = [verified(bundle(tmp_path, name, run=path), tmp_path) for name, path in runs.items()]
    assert [each.problem for each in found] == [None] * len(found)
    tables = leaderboard(found, title="Board", created=CREATED, settings={}).tables()
    rows = {str(row["system"]): row for row in tables["others"].rows}
    assert {name: _interval(rows[name], "success") for name in runs} == {
        name: success_of(scores) for name, scores in scored.items()
    }


def test_python_has_the_numbers_of_score(runs: dict[str, Path], scored: dict[str, Numbers]) -> None:
    for name, path in runs.items():
        success = headline(read_run(path)).success
        assert success is not None
        assert (success.estimate, success.low, success.high) == success_of(scored[name])


def _interval(row: Mapping[str, Any], key: str) -> tuple[Any, Any, Any]:
    return row[key], row[f"{key}_low"], row[f"{key}_high"]


def _rows(sections: Numbers, section: str, table: str) -> list[Numbers]:
    rows: list[Numbers] = sections[section]["tables"][table]["rows"]
    return [row for row in rows if not row.get("published")]
