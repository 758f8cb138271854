from __future__ import annotations

import pytest
from rich.console import Console

from m3bench.reports.terminal import print_seeing
from m3bench.reports.terminal.ablations import CONDITIONS, condition, other_settings
from m3bench.runs import Pictures, run_settings
from tests.reports.conftest import text_of


@pytest.mark.parametrize("pictures", list(Pictures))
def test_every_kind_of_pictures_has_words_and_a_place(pictures: Pictures) -> None:
    assert condition(run_settings("m3", "idle", pictures=pictures)) in CONDITIONS
    blind = run_settings("m3", "idle", pictures=pictures, without_perception=True)
    assert condition(blind).endswith("no perception tools")


def test_a_selection_of_tasks_is_no_other_agent() -> None:
    plain = other_settings(run_settings("m3", "idle"))
    assert other_settings(run_settings("m3", "idle", limit=3, families=("Fish",), pictures="hard")) == plain
    assert other_settings(run_settings("m3", "idle", epochs=2)) != plain


def test_accuracy_is_a_line_per_agent_with_a_column_per_condition(console: Console) -> None:
    rows = [
        {"series": "executor", "tools": True, "pictures": "none", "accuracy": 0.0},
        {"series": "executor", "tools": True, "pictures": "clean", "accuracy": 0.75},
        {"series": "executor", "tools": False, "pictures": "none", "accuracy": None},
        {"series": "executor", "tools": False, "pictures": "clean", "accuracy": 0.5},
        {"series": "react", "tools": False, "pictures": "clean", "accuracy": None},
    ]
    print_seeing(console, rows)
    title, *lines = text_of(console).splitlines()
    assert title == "Accuracy of the answer fields that depend on the picture, by pictures:"
    assert [line.split() for line in lines] == [
        ["Agent", "none", "clean"],
        ["executor", "0.000", "0.750"],
        ["executor,", "no", "perception", "tools", "not", "run", "0.500"],
    ]


def test_what_a_suite_cannot_have_is_not_called_not_run(console: Console) -> None:
    rows = [
        {"series": "photographs", "tools": True, "pictures": "given", "accuracy": 0.25},
        {"series": "drawn", "tools": True, "pictures": "hard", "accuracy": None},
        {"series": "drawn", "tools": True, "pictures": "clean", "accuracy": 0.5},
    ]
    print_seeing(console, rows)
    _, head, photographs, drawn = (line.split() for line in text_of(console).splitlines())
    assert head == ["Agent", "hard", "clean", "given"]
    assert drawn == ["drawn", "not", "run", "0.500", "–"]
    assert photographs == ["photographs", "–", "–", "0.250"]


def test_levels_of_some_tasks_only_are_marked(console: Console) -> None:
    rows = [
        {"series": "executor", "tools": True, "pictures": "hard", "accuracy": 0.25, "part": True},
        {"series": "executor", "tools": True, "pictures": "clean", "accuracy": 0.75, "part": False},
    ]
    print_seeing(console, rows)
    *_, line, note = text_of(console).splitlines()
    assert line.split() == ["executor", "0.250*", "0.750"]
    assert note == "* only the tasks whose own pictures are of this level"
