"""Groups by difficulty and kind: there where tasks say them, from easy to hard."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.core import Difficulty
from m3bench.reports.figures import with_figures
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.study import study
from tests.reports.study.runs import WHEN, gathered, write_run

DIFFICULTIES = (Difficulty.MEDIUM, Difficulty.HARD, Difficulty.EASY, None)
KINDS = ("service", "creation", None)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> StudyRun:
    (study_run,) = gathered(write_run(tmp_path_factory.mktemp("runs") / "one", mistakes=0.4, tasks=12))
    return study_run


def told(run: StudyRun) -> StudyRun:
    """The run with tasks that say how hard they are and of what kind."""
    tasks = [
        msgspec.structs.replace(
            task, difficulty=DIFFICULTIES[index % len(DIFFICULTIES)], kind=KINDS[index % len(KINDS)]
        )
        for index, task in enumerate(run.result.tasks)
    ]
    planned = {task.id: task for task in tasks}
    result = msgspec.structs.replace(run.result, tasks=tuple(tasks), planned=planned)
    return msgspec.structs.replace(run, result=result)


def test_groups_and_columns(run: StudyRun) -> None:
    made = with_figures(study([told(run)], created=WHEN))
    tables = made.tables()
    rows = tables["difficulties"].rows
    assert [row["group"] for row in rows] == ["easy", "medium", "hard", "(no difficulty)"]
    assert [row["tasks"] for row in rows] == [3, 3, 3, 3]
    assert [row["group"] for row in tables["kinds"].rows] == ["(no kind)", "creation", "service"]
    assert {row["difficulty"] for row in tables["tasks"].rows} == {"easy", "medium", "hard", None}
    assert {row["kind"] for row in tables["tasks"].rows} == {"creation", "service", None}
    drawn = {figure.name: figure for section in made.sections for figure in section.figures}
    order = drawn["difficulties"].spec["encoding"]["x"]["sort"]
    assert order == ["easy", "medium", "hard", "(no difficulty)"]
    assert "kinds" in drawn


def test_there_is_no_table_where_no_task_says_anything(run: StudyRun, tmp_path: Path) -> None:
    assert not {"difficulties", "kinds"} & study([run], created=WHEN).tables().keys()
