from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.reports.figures import draw, narrow, with_figures
from m3bench.reports.page import report_page
from m3bench.reports.study import Study
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.seeing import seeing_section
from m3bench.reports.study.study import study
from m3bench.reports.study.table import Row
from tests.reports.study.runs import WHEN
from tests.reports.study.seeing.sightings import FEE, PLATE, make_run, sight

TASKS = [sight(number) for number in range(8)]
LEVELS = ["none", "wrong", "hard", "handheld", "clean"]
KNOWN = {"none": 1, "wrong": 0, "hard": 3, "clean": 6}
"""Of the eight tasks, how many plates are right. Owners never are, fees always."""


def right_up_to(most: int, number: int, field: str) -> bool:
    return field == FEE or (field == PLATE and number < most)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[StudyRun]:
    folder = tmp_path_factory.mktemp("seeing")
    kept = [
        make_run(
            folder / pictures,
            TASKS,
            lambda number, field, most=most: right_up_to(most, number, field),  # type: ignore[misc]
            pictures=pictures,
        )
        for pictures, most in KNOWN.items()
    ]
    blind = make_run(
        folder / "blind", TASKS, lambda n, field: right_up_to(2, n, field), without_perception=True
    )
    return [*kept, blind]


def rows(runs: list[StudyRun]) -> list[Row]:
    section = seeing_section(runs, seed=0)
    assert section is not None
    return list(section.tables[1].rows)


def cell(runs: list[StudyRun], pictures: str, *, tools: bool = True) -> Row:
    (row,) = (row for row in rows(runs) if (row["pictures"], row["tools"]) == (pictures, tools))
    return row


def test_there_is_a_row_for_every_condition(runs: list[StudyRun]) -> None:
    conditions = rows(runs)
    assert [row["pictures"] for row in conditions] == LEVELS * 2
    assert [row["tools"] for row in conditions] == [True] * 5 + [False] * 5
    assert [row["accuracy"] for row in conditions] == [
        1 / 16,
        0,
        3 / 16,
        None,
        6 / 16,
        None,
        None,
        None,
        None,
        2 / 16,
    ]
    assert [row["runs"] for row in conditions].count("not run") == 5
    assert {row["fields"] for row in conditions} == {16, None}


def test_the_first_table_has_a_row_for_each_agent(runs: list[StudyRun]) -> None:
    section = seeing_section(runs, seed=0)
    assert section is not None
    with_tools, without = section.tables[0].rows
    assert [with_tools[level] for level in LEVELS] == [1 / 16, 0, 3 / 16, None, 6 / 16]
    assert [without[level] for level in LEVELS] == [None, None, None, None, 2 / 16]
    assert with_tools["worth_difference"] == pytest.approx(5 / 16)
    assert without["worth_difference"] is None
    low, high = with_tools["none_low"], with_tools["none_high"]
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert low < 1 / 16 < high
    assert with_tools["fields"] == without["fields"] == 16
    assert section.tables[0].note == "A dash was not run; the commands are below."


def test_differences_are_to_clean_pictures_and_to_the_run_with_tools(runs: list[StudyRun]) -> None:
    hard, clean = cell(runs, "hard"), cell(runs, "clean")
    assert hard["clean_difference"] == pytest.approx(-3 / 16)
    assert hard["clean_n"] == 16
    assert clean["clean_difference"] is None
    blind = cell(runs, "clean", tools=False)
    assert blind["tools_difference"] == pytest.approx(-4 / 16)
    assert blind["clean_difference"] is None


def test_what_was_not_run_has_a_command(runs: list[StudyRun]) -> None:
    section = seeing_section(runs, seed=0)
    assert section is not None
    missing = {table.name: table for table in section.tables}["seeing_missing"]
    first = next(iter(missing.rows))
    assert first["command"] == "m3bench run sights --agent executor --pictures handheld"
    assert len(missing.rows) == 5


def test_the_section_says_what_seeing_is_worth_and_what_was_counted(runs: list[StudyRun]) -> None:
    section = seeing_section(runs, seed=0)
    assert section is not None
    assert section.points[0].startswith("executor: seeing is worth +0.312 (")
    assert section.points[0].endswith("With clean pictures 0.375 of the fields are right, with none 0.062.")
    (counted,) = {table.name: table for table in section.tables}["seeing_fields"].rows
    assert (counted["dependent"], counted["independent"], counted["unknown"]) == (16, 8, 8)


def test_a_report_on_usual_runs_of_one_level_has_no_section(tmp_path: Path) -> None:
    usual = make_run(tmp_path / "usual", TASKS, lambda _, __: True)
    assert seeing_section([usual], seed=0) is None
    assert "seeing" not in study([usual], created=WHEN).tables()


def test_tasks_without_pictures_have_no_section(tmp_path: Path) -> None:
    tasks = [sight(number, images=()) for number in range(2)]
    made = [
        make_run(tmp_path / pictures, tasks, lambda _, __: True, pictures=pictures, digest="same")
        for pictures in ("given", "none")
    ]
    assert seeing_section(made, seed=0) is None


def test_a_single_run_without_pictures_has_its_figure_and_the_commands_of_the_others(
    runs: list[StudyRun],
) -> None:
    section = seeing_section(runs[:1], seed=0)
    assert section is not None
    (row,) = section.tables[0].rows
    assert [row[level] for level in LEVELS] == [1 / 16, None, None, None, None]
    assert len(section.tables[-1].rows) == 9
    assert section.points == ()


def test_an_agent_with_one_run_stands_beside_one_with_many(runs: list[StudyRun], tmp_path: Path) -> None:
    usual = make_run(tmp_path / "usual", TASKS, lambda _, field: field == PLATE, agent="react")
    section = seeing_section([*runs, usual], seed=0)
    assert section is not None
    assert [(row["series"], row["tools"]) for row in section.tables[0].rows] == [
        ("executor", True),
        ("executor", False),
        ("react", True),
    ]
    assert [row["clean"] for row in section.tables[0].rows] == [6 / 16, 2 / 16, 8 / 16]


def test_one_run_of_tasks_of_several_levels_has_a_curve_in_parts(tmp_path: Path) -> None:
    tasks = [sight(number, ("hard", "handheld", "clean")[number % 3]) for number in range(6)]
    mixed = make_run(tmp_path / "mixed", tasks, lambda n, field: right_up_to(4, n, field))
    none = make_run(tmp_path / "none", tasks, lambda n, field: right_up_to(1, n, field), pictures="none")
    conditions = {row["pictures"]: row for row in rows([mixed, none]) if row["accuracy"] is not None}
    assert {name: row["accuracy"] for name, row in conditions.items()} == {
        "none": 1 / 12,
        "hard": 2 / 4,
        "handheld": 1 / 4,
        "clean": 1 / 4,
    }
    assert [conditions[name]["part"] for name in ("none", "hard")] == [False, True]
    assert conditions["hard"]["clean_difference"] is None  # no task has both
    assert conditions["none"]["clean_n"] == 4
    section = seeing_section([mixed, none], seed=0)
    assert section is not None
    assert "measured on the tasks whose own pictures are of that level" in section.tables[0].note
    # The sentence is about the two tasks that have clean pictures.
    assert section.points[0].endswith("With clean pictures 0.250 of the fields are right, with none 0.000.")


def test_a_run_of_another_suite_changes_no_figure(runs: list[StudyRun], tmp_path: Path) -> None:
    other = make_run(tmp_path / "other", [sight(9)], lambda _, __: True, pictures="handheld")
    conditions = rows([*runs, other])
    assert [row["accuracy"] for row in conditions[:10]] == [row["accuracy"] for row in rows(runs)]
    assert [row["accuracy"] for row in conditions[10:]].count(None) == 9
    assert len({row["series"] for row in conditions}) == 2


@pytest.fixture(scope="module")
def drawn(runs: list[StudyRun]) -> Study:
    return with_figures(study(runs, created=WHEN))


def test_the_curve_goes_from_no_picture_to_clean_ones(drawn: Study) -> None:
    (section,) = (section for section in drawn.sections if section.name == "seeing")
    (figure,) = section.figures
    wide = draw(figure, section.tables[1])
    positions = [wide.index(f">{level}</text>") for level in LEVELS]
    assert positions == sorted(positions)
    assert "executor, hard pictures, with perception tools: 0.188" in wide
    assert "executor, clean pictures, without perception tools: 0.125" in wide
    assert "handheld pictures" not in wide
    assert 'stroke-dasharray="5,4"' in wide
    assert "hard pictures" in draw(narrow(figure, section.tables[1]), section.tables[1])


def test_the_page_shows_the_whole_command(drawn: Study) -> None:
    page = report_page(drawn)
    assert "What seeing is worth" in page
    assert "<code>m3bench run sights --agent executor --pictures handheld --without-perception</code>" in page
