from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.seeing.answers import Seen
from m3bench.reports.study.seeing.series import LEVELS, series_of
from tests.reports.study.seeing.sightings import Right, make_run, sight

TASKS = [sight(number) for number in range(4)]
MIXED = [sight(number, ("hard", "handheld", "clean")[number % 3]) for number in range(6)]


def right(_: int, __: str) -> bool:
    return True


def wrong(_: int, __: str) -> bool:
    return False


def pair(folder: Path, second: Right = wrong, **options: Any) -> list[StudyRun]:
    """A run with clean pictures, and another that differs in the options."""
    run = make_run(folder / "one", TASKS, right, digest="same")
    other = make_run(folder / "other", TASKS, second, **{"digest": "same", **options})
    return [run, other]


def test_runs_that_differ_in_what_was_seen_are_one_series(tmp_path: Path) -> None:
    (series,) = series_of(pair(tmp_path, pictures="none"))
    assert series.cells.keys() == {(True, Seen.CLEAN), (True, Seen.NONE)}
    assert series.levels == LEVELS
    assert (series.counts.dependent, series.counts.independent, series.counts.unknown) == (8, 4, 4)
    assert series.left_out == 0


def test_runs_of_another_suite_agent_or_model_are_not_mixed_in(tmp_path: Path) -> None:
    for number, other in enumerate(({"digest": "another"}, {"agent": "react"}, {"model": "openai/x"})):
        agents = series_of(pair(tmp_path / str(number), wrong, pictures="none", **other))
        assert [list(series.cells) for series in agents] == [[(True, Seen.CLEAN)], [(True, Seen.NONE)]]


def test_usual_runs_of_one_level_are_no_series(tmp_path: Path) -> None:
    assert series_of(pair(tmp_path / "one", pictures="given")) == []
    assert series_of(pair(tmp_path / "two", pictures="given", agent="react")) == []


def test_one_run_with_other_pictures_or_without_tools_is_a_series(tmp_path: Path) -> None:
    for options in ({"pictures": "none"}, {"without_perception": True}):
        run = make_run(tmp_path / next(iter(options)), TASKS, right, **options)
        (series,) = series_of([run])
        assert len(series.cells) == 1
        assert series.levels == LEVELS  # the pictures are drawn, also where they were not shown


def test_only_tasks_that_all_runs_have_are_compared(tmp_path: Path) -> None:
    runs = [
        *pair(tmp_path, pictures="none"),
        make_run(tmp_path / "few", TASKS[:3], right, digest="same", limit=3, pictures="hard"),
    ]
    (series,) = series_of(runs)
    assert {cell.tasks for cell in series.cells.values()} == {frozenset(task.id for task in TASKS[:3])}
    assert series.left_out == 1
    assert series.counts.tasks == 3


def test_runs_without_a_common_task_are_not_compared(tmp_path: Path) -> None:
    few = make_run(tmp_path / "few", TASKS[:1], right, digest="same", limit=1)
    none = make_run(tmp_path / "none", TASKS[2:], right, digest="same", sample=2, pictures="none")
    (series,) = series_of([few, none])
    assert not series.comparable
    assert [len(cell.tasks) for cell in series.cells.values()] == [1, 2]


def test_a_run_of_tasks_of_several_levels_has_a_part_in_each(tmp_path: Path) -> None:
    (series,) = series_of([make_run(tmp_path / "run", MIXED, right)])
    assert series.cells.keys() == {(True, Seen.HARD), (True, Seen.HANDHELD), (True, Seen.CLEAN)}
    assert all(cell.part and len(cell.tasks) == 2 for cell in series.cells.values())


def test_a_run_with_one_level_on_all_tasks_replaces_the_part(tmp_path: Path) -> None:
    given = make_run(tmp_path / "given", MIXED, right, digest="same")
    clean = make_run(tmp_path / "clean", MIXED, wrong, digest="same", pictures="clean")
    (series,) = series_of([clean, given])
    cell = series.cells[True, Seen.CLEAN]
    assert not cell.part
    assert cell.runs == (clean.name,)
    assert len(cell.tasks) == 6
    assert series.cells[True, Seen.HARD].part


def test_several_runs_under_one_condition_are_pooled(tmp_path: Path) -> None:
    again = make_run(tmp_path / "again", TASKS, wrong, digest="same")
    (series,) = series_of([*pair(tmp_path, pictures="none"), again])
    cell = series.cells[True, Seen.CLEAN]
    assert len(cell.runs) == 2
    assert set(cell.answers.values()) == {(True, False)}


def test_pictures_that_are_not_drawn_have_no_levels(tmp_path: Path) -> None:
    own = [sight(number, pictures=()) for number in range(2)]
    runs = [
        make_run(tmp_path / pictures, own, right, pictures=pictures, digest="same")
        for pictures in ("given", "none")
    ]
    (series,) = series_of(runs)
    assert series.levels == (Seen.NONE, Seen.WRONG, Seen.GIVEN)
    assert series.base is Seen.GIVEN


def test_pictures_that_are_not_drawn_are_shown_beside_levels(tmp_path: Path) -> None:
    tasks = [sight(0), sight(1, pictures=())]
    (series,) = series_of([make_run(tmp_path / "run", tasks, right)])
    assert series.levels == (*LEVELS, Seen.GIVEN)
    assert series.base is Seen.CLEAN


def test_levels_count_where_the_tasks_do_not_say_their_own(tmp_path: Path) -> None:
    own = [sight(number, pictures=()) for number in range(2)]
    runs = {
        pictures: make_run(tmp_path / pictures, own, right, pictures=pictures, digest="same")
        for pictures in ("given", "hard", "clean")
    }
    (series,) = series_of([runs["given"], runs["hard"]])
    assert series.cells.keys() == {(True, Seen.GIVEN), (True, Seen.HARD)}
    assert series.levels == (*LEVELS, Seen.GIVEN)
    assert series.base is Seen.GIVEN
    (series,) = series_of(list(runs.values()))
    assert series.base is Seen.CLEAN


def test_series_of_one_name_are_told_apart(tmp_path: Path) -> None:
    other = [
        make_run(tmp_path / f"seed-{pictures}", TASKS, right, digest="same", seed=5, pictures=pictures)
        for pictures in ("none", "given")
    ]
    agents = series_of([*pair(tmp_path, pictures="none"), *other])
    assert [series.name for series in agents] == ["executor, seed=default", "executor, seed=5"]
    moved = [
        make_run(tmp_path / f"moved-{pictures}", TASKS, right, digest="a new version", pictures=pictures)
        for pictures in ("none", "given")
    ]
    names = [series.name for series in series_of([*pair(tmp_path / "again", pictures="none"), *moved])]
    assert names == ["executor, version same", "executor, version a new versio"]
