"""Real runs with several kinds of pictures: the report says of them what was seen, and no more."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, NamedTuple

import pytest

import m3bench
from m3bench.runs import Pictures, RunResult
from tests.cli.command import run_command
from tests.conftest import REPOSITORY
from tests.reports.page.reading import PageTables

BOOK, ANIMALS = "m3/barcode_lookup/7-0", "m3/vision_research/7-0"
SEEN = {BOOK: "books", ANIMALS: "animals"}
"""The field of each task that the looking agent fills in."""
DEPENDENT = {BOOK: {"books", "other_title", "other_isbn"}, ANIMALS: {"animals", "papers"}}
FIELDS = 5
LOOKED = (Pictures.NONE, Pictures.WRONG, Pictures.HARD, Pictures.CLEAN)
ENDS = (Pictures.NONE, Pictures.CLEAN)
LEVELS = ("none", "wrong", "hard", "handheld", "clean")
NAMES = {
    "canned": ("canned", True),
    "python:looker": ("python:looker", True),
    "python:looker, no perception tools": ("python:looker", False),
}
"""The lines of the table: agents, with and without perception tools."""
Condition = tuple[str, str, bool]
"""The agent, the pictures, and whether perception tools were mounted."""


class Written(NamedTuple):
    """What was run, and what the report says."""

    runs: dict[Condition, RunResult]
    section: dict[str, Any]
    terminal: str
    page: str


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(REPOSITORY / "benchmarks"))
        import seeing

    folder = tmp_path_factory.mktemp("seeing")
    looker, tasks = [seeing.Looker()], tuple(SEEN)
    paths = [
        *seeing.measure(folder / "runs", looker, LOOKED, [True], tasks=tasks),
        *seeing.measure(folder / "runs", looker, ENDS, [False], tasks=tasks),
        *seeing.measure(folder / "runs", ["canned"], ENDS, [True], tasks=tasks),
    ]
    sys.modules.pop("seeing")
    options = ("--out", "seen.html", "--json", "seen.json", "--encoder", "hashing")
    done = run_command("report", "runs", *options, folder=folder)
    section = json.loads((folder / "seen.json").read_text())["sections"]["seeing"]
    runs = {_condition(result): result for result in map(m3bench.load_run, paths)}
    return Written(runs, section, done.stdout, (folder / "seen.html").read_text())


def _condition(result: RunResult) -> Condition:
    settings = result.settings
    return settings.agent, settings.suite.pictures.value, not settings.without_perception


def given(result: RunResult, task: str) -> dict[str, Any]:
    """The form as the agent filled it in."""
    (fields,) = (trajectory.fields for trajectory in result.trajectories if trajectory.task_id == task)
    return fields or {}


def right(result: RunResult) -> int:
    """How many fields that depend on the picture are those of the reference; compared here once more."""
    return sum(
        _plain(given(result, task.id).get(name)) == _plain((task.references[0].fields or {})[name])
        for task in result.tasks
        for name in DEPENDENT[task.id]
    )


def _plain(value: Any) -> str:
    return json.dumps(sorted(value, key=str) if isinstance(value, list) else value, sort_keys=True)


def accuracies(written: Written) -> dict[Condition, float | None]:
    rows = written.section["tables"]["seeing_conditions"]["rows"]
    return {(row["series"], row["pictures"], row["tools"]): row["accuracy"] for row in rows}


def test_every_figure_is_what_was_run(written: Written) -> None:
    found = {condition: value for condition, value in accuracies(written).items() if value is not None}
    assert found == {condition: right(result) / FIELDS for condition, result in written.runs.items()}
    assert {row["fields"] for row in written.section["tables"]["seeing"]["rows"]} == {FIELDS}


def test_an_agent_that_looks_is_right_only_about_what_it_could_see(written: Written) -> None:
    found = accuracies(written)
    assert found["python:looker", "clean", True] == 2 / FIELDS
    assert found["python:looker", "none", True] == 0
    # Its own eyes read the code; it needs the detector to count animals.
    assert found["python:looker", "clean", False] == 1 / FIELDS
    assert found["python:looker", "none", False] == 0


def test_with_wrong_pictures_it_sees_something_else_and_gets_nothing_for_it(written: Written) -> None:
    wrong = written.runs["python:looker", "wrong", True]
    for task, field in SEEN.items():
        assert given(wrong, task)[field] not in ([], None)
    assert accuracies(written)["python:looker", "wrong", True] == 0


def test_an_agent_that_guesses_gets_nothing_from_pictures(written: Written) -> None:
    for pictures in ENDS:
        guessed = written.runs["canned", pictures.value, True]
        assert all(given(guessed, task)[field] for task, field in SEEN.items())
        assert accuracies(written)["canned", pictures.value, True] == 0
    (row,) = (row for row in written.section["tables"]["seeing"]["rows"] if row["series"] == "canned")
    assert row["worth_difference"] == 0


def test_the_section_says_in_words_what_seeing_is_worth(written: Written) -> None:
    (point,) = (point for point in written.section["points"] if point.startswith("python:looker: "))
    assert "seeing is worth +0.400 (" in point
    assert point.endswith("With clean pictures 0.400 of the fields are right, with none 0.000.")


def test_what_was_not_run_is_listed_with_how_to_run_it(written: Written) -> None:
    missing = written.section["tables"]["seeing_missing"]["rows"]
    commands = {(row["series"], row["pictures"], row["tools"]): row["command"] for row in missing}
    assert len(commands) == 4 * 5 - len(written.runs)
    assert commands["canned", "hard", False] == (
        f"m3bench run m3 --agent canned --task {BOOK} --task {ANIMALS} --pictures hard --without-perception"
    )
    assert commands["python:looker", "handheld", True] == (
        f"m3bench.run('m3', looker, tasks={tuple(SEEN)!r}, pictures='handheld')"
    )


def test_terminal_and_page_have_the_same_figures(written: Written) -> None:
    found = accuracies(written)
    lines = [re.split(r"\s{2,}", line) for line in written.terminal.splitlines()]
    printed = {words[0]: words[1:] for words in lines}
    head, *on_page = PageTables(written.page).tables["seeing"]
    assert head[2:6] == ["None", "Wrong", "Hard", "Clean"]  # nobody was run with handheld pictures
    for (name, (series, tools)), row in zip(NAMES.items(), on_page, strict=True):
        values = {level: found[series, level, tools] for level in LEVELS}
        shown = {level: None if value is None else f"{value:.3f}" for level, value in values.items()}
        assert printed[name] == [value or "not run" for value in shown.values()]
        assert row[0] == series
        assert row[2:6] == [shown[level.lower()] or "–" for level in head[2:6]]


def test_the_page_has_the_curve(written: Written) -> None:
    assert 'id="figure-seeing"' in written.page
    assert "python:looker, clean pictures, with perception tools: 0.400" in written.page
    assert "python:looker, clean pictures, without perception tools: 0.200" in written.page
    assert "handheld pictures, with" not in written.page  # nothing is drawn that was not run
