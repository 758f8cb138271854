from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import FormatError
from m3bench.reports.floors import (
    FLOOR_AGENTS,
    Floors,
    FloorScore,
    floors_line,
    floors_not_beaten,
    is_floor,
    read_floors,
    write_floors,
)
from m3bench.reports.study.leaderboard import leaderboard_section
from m3bench.reports.study.run import StudyRun
from tests.reports.study.runs import gathered, write_run

GENERIC = FloorScore(success=0.0, mean=0.2, metrics={"recall": 0.3}, tasks=12)
UNION = FloorScore(success=0.1, mean=0.15, evidence_recall=0.4, tasks=12)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> StudyRun:
    (study_run,) = gathered(write_run(tmp_path_factory.mktemp("floors") / "run", mistakes=0.3))
    return study_run


def section(runs: list[StudyRun], floors: Floors) -> tuple[list[Any], list[Any], str]:
    leaderboard, floor_rows, _ = leaderboard_section(runs, seed=0, floors=floors).tables
    own = [row for row in leaderboard.rows if not row["published"]]
    return own, list(floor_rows.rows), leaderboard.note


def test_floors_are_written_and_read_back(tmp_path: Path) -> None:
    floors: Floors = {"digest": {"typed": {"union": UNION, "generic": GENERIC}}}
    write_floors(floors, tmp_path / "floors.json")
    assert read_floors(tmp_path / "floors.json") == floors
    first = (tmp_path / "floors.json").read_bytes()
    turned: Floors = {"digest": {"typed": {"generic": GENERIC, "union": UNION}}}
    write_floors(turned, tmp_path / "floors.json")
    assert (tmp_path / "floors.json").read_bytes() == first
    assert read_floors(tmp_path / "nothing.json") == {}


def test_a_file_of_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "floors.json").write_text('{"digest": {"typed": {"generic": {"mean": "high"}}}}')
    with pytest.raises(FormatError, match=r"benchmarks/floors\.py"):
        read_floors(tmp_path / "floors.json")


def test_the_floors_of_the_package_can_be_read() -> None:
    for profiles in read_floors().values():
        for agents in profiles.values():
            assert all(is_floor(agent) for agent in agents)


def test_floors_of_the_same_suite_and_profile_stand_beside_the_runs(run: StudyRun) -> None:
    floors: Floors = {run.suite_digest: {run.report.profile: {"generic": GENERIC, "union": UNION}}}
    (own,), shown, note = section([run], floors)
    assert [row["agent"] for row in shown] == ["union", "generic"]
    assert (shown[1]["average"], shown[1]["recall"], shown[0]["evidence"]) == (0.2, 0.3, 0.4)
    assert own["floor"] == "beaten"
    assert "No floors" not in note


@pytest.mark.parametrize("where", ["other suite", "other profile"])
def test_floors_of_another_suite_or_profile_are_not_shown(run: StudyRun, where: str) -> None:
    digest = "other" if where == "other suite" else run.suite_digest
    profile = "other" if where == "other profile" else run.report.profile
    (own,), shown, note = section([run], {digest: {profile: {"generic": GENERIC}}})
    assert (shown, own["floor"]) == ([], None)
    assert f"No floors are known for places (suite {run.suite_digest[:12]}" in note
    assert "python benchmarks/floors.py" in note


def test_a_run_that_does_not_beat_a_floor_is_marked(run: StudyRun) -> None:
    best = FloorScore(success=1.0, mean=1.0, tasks=12)
    (own,), _, _ = section([run], {run.suite_digest: {run.report.profile: {"dump": best}}})
    assert "≤ dump 1.000" in own["floor"]
    assert own["floor"].startswith("success ")
    assert "; mean " in own["floor"]


def test_a_floor_agent_among_the_runs_is_a_floor_for_the_others(tmp_path: Path) -> None:
    good = write_run(tmp_path / "good", mistakes=0.1, agent="executor")
    floor = write_run(tmp_path / "floor", mistakes=0.95, seed=3, agent="generic")
    rows, shown, note = section(gathered(good, floor), {})
    assert {row["run"]: row["floor"] for row in rows} == {"executor": "beaten", "generic": "is a floor"}
    assert [row["agent"] for row in shown] == ["generic"]
    assert note == ""


def test_what_must_be_beaten_is_the_best_of_each() -> None:
    floors = {"generic": GENERIC, "union": UNION}
    assert floors_not_beaten(0.5, 0.5, floors) == ()
    assert floors_not_beaten(0.05, 0.5, floors) == ("success 0.050 ≤ union 0.100",)
    assert floors_not_beaten(0.5, 0.2, floors) == ("mean 0.200 ≤ generic 0.200",)
    assert floors_not_beaten(None, 0.5, floors) == ()
    assert floors_not_beaten(0.0, 0.0, {}) == ()


def test_floor_agents_are_known_with_their_options() -> None:
    assert all(map(is_floor, FLOOR_AGENTS))
    assert is_floor("repeat:3")
    assert not is_floor("executor")
    assert not is_floor("dumper")


def test_a_line_for_the_terminal_names_the_best_floors() -> None:
    floors = {"generic": GENERIC, "union": UNION}
    assert floors_line(0.5, 0.5, floors) == (
        "floors to beat: success 0.100 (union), mean 0.200 (generic); beaten"
    )
    assert floors_line(0.1, 0.5, floors) == (
        "floors to beat: success 0.100 (union), mean 0.200 (generic); not beaten: success 0.100 ≤ union 0.100"
    )
    assert floors_line(0.5, 0.5, {}) is None
