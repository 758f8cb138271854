from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.reports.study.ablations import ablations_section
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.study import study
from m3bench.reports.terminal.ablations import condition, without_condition
from m3bench.runs import Pictures, run_settings
from tests.reports.study.runs import WHEN, gathered, write_run


def seen(run: StudyRun, *, pictures: str = "given", without_perception: bool = False) -> StudyRun:
    settings = run.result.settings
    suite = msgspec.structs.replace(settings.suite, pictures=Pictures(pictures))
    settings = msgspec.structs.replace(settings, suite=suite, without_perception=without_perception)
    result = msgspec.structs.replace(run.result, settings=settings)
    return msgspec.structs.replace(run, result=result)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[StudyRun]:
    folder = tmp_path_factory.mktemp("ablations")
    levels = (0.0, 0.95, 0.9, 0.5)
    plain = gathered(*(write_run(folder / str(n), mistakes=level, seed=n) for n, level in enumerate(levels)))
    return [
        seen(plain[1], pictures="none"),
        seen(plain[0]),
        seen(plain[2], pictures="wrong"),
        seen(plain[3], without_perception=True),
    ]


def table(runs: list[StudyRun]) -> list[Any]:
    section = ablations_section(runs, seed=0)
    assert section is not None
    return list(section.tables[0].rows)


def test_conditions_stand_in_order_with_differences_to_the_full_run(runs: list[StudyRun]) -> None:
    rows = table(runs)
    assert [row["condition"] for row in rows] == [
        "pictures given",
        "no pictures",
        "wrong pictures",
        "no perception tools",
    ]
    full, without = rows[0], rows[1]
    assert full["success_difference"] is None
    assert without["success_difference"] == pytest.approx(without["success"] - full["success"])
    assert without["success_difference_low"] <= without["success_difference"]
    assert without["success_difference"] < without["success_difference_high"] < 0
    assert without["average_difference_high"] < 0
    assert without["success_p"] < 0.05
    assert all(row["success_low"] <= row["success"] <= row["success_high"] for row in rows)


def test_the_report_has_the_table_only_where_something_was_taken_away(runs: list[StudyRun]) -> None:
    assert "ablations" in study(runs, created=WHEN).tables()
    assert ablations_section(runs[:1], seed=0) is None
    other = msgspec.structs.replace(runs[0].result.settings, agent="react")
    alone = msgspec.structs.replace(runs[0], result=msgspec.structs.replace(runs[0].result, settings=other))
    assert ablations_section([alone, runs[1]], seed=0) is None


def test_without_the_full_run_there_are_no_differences(runs: list[StudyRun]) -> None:
    rows = table([runs[0], runs[2]])
    assert [row["success_difference"] for row in rows] == [None, None]


def test_runs_of_different_suites_are_not_put_together(runs: list[StudyRun]) -> None:
    moved = msgspec.structs.replace(runs[0], suite_digest="another")
    assert ablations_section([moved, runs[1]], seed=0) is None


def test_conditions_in_words_and_what_else_must_be_equal() -> None:
    settings = run_settings(suite="m3", agent="executor")
    assert condition(settings) == condition(run_settings(suite="m3", agent="executor")) == "pictures given"
    both = run_settings("m3", "executor", pictures=Pictures.NONE, without_perception=True)
    assert condition(both) == "no pictures, no perception tools"
    assert without_condition(both) == without_condition(settings)
    assert without_condition(settings) != without_condition(msgspec.structs.replace(settings, seed=1))


def test_names_say_what_was_taken_away(tmp_path: Path) -> None:
    (run,) = gathered(write_run(tmp_path / "run", mistakes=0.1))
    assert run.name == "executor"
