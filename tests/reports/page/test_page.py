"""The page as a file: complete, harmless, and the same every time."""

from __future__ import annotations

import base64
import hashlib
import io
import re

import msgspec
import pytest
from PIL import Image

from m3bench.reports.figures import with_figures
from m3bench.reports.page import TaskFacts, example_tasks, report_page
from m3bench.reports.page.cells import shown
from m3bench.reports.page.markup import element
from m3bench.reports.page.pictures import thumbnail
from m3bench.reports.page.tables import MOST_ROWS, shown_columns, table_block
from m3bench.reports.study import Column, Kind, Row, Section, Study, Table
from tests.reports.page.reading import PageTables
from tests.reports.study_samples import HOSTILE, WHEN, column, sample, table_of, text

_BIG = 5 * 1024 * 1024


@pytest.mark.slow
def test_fourteen_runs_make_one_file_that_asks_for_nothing() -> None:
    study = with_figures(sample(14, 14))
    page = report_page(study)
    assert len(page.encode()) < _BIG
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    assert "@import" not in page
    assert ' style="' not in page
    for section in study.sections:
        for figure in section.figures:
            assert f'id="figure-{figure.name}"' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert report_page(study) == page


def test_only_what_was_written_here_may_run() -> None:
    page = report_page(sample(1, 0))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    for kind in ("style", "script"):
        for written in re.findall(rf"<{kind}[^>]*>(.*?)</{kind}>", page, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(written.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy[1]


def test_every_cell_of_a_shown_table_is_on_the_page() -> None:
    study = sample(3, 2)
    tables = PageTables(report_page(study)).tables
    seen = 0
    for table in study.tables().values():
        if not table.shown:
            assert table.name not in tables
            continue
        columns = shown_columns(table)
        heads, *rows = tables[table.name]
        assert heads == [shown_column.title for shown_column in columns]
        for row, cells in zip(table.rows, rows, strict=True):
            for shown_column, cell in zip(columns, cells, strict=True):
                wanted = shown(row.get(shown_column.key), shown_column.kind)
                assert cell == wanted or (cell.endswith("…") and wanted.startswith(cell[:-1]))
                seen += 1
    assert seen > 1000


def test_words_of_others_are_never_markup() -> None:
    evil = f"{HOSTILE}\x00\u202e\ud800 ]]> --> </table></svg> ${{x}} \\"
    study = sample(2, 1, name=evil)
    facts = {task.id: TaskFacts(evil * 20) for task in example_tasks(study)}
    page = report_page(study, facts)
    assert "<script>window" not in page
    assert "&lt;script&gt;window.hacked" in page
    assert page.count("<script") == 4
    assert "⟨U+202E⟩" in page
    page.encode()


def test_attributes_are_closed_by_nobody_else() -> None:
    made = element("p", "a", data_hint='" onclick="x', hidden=True, title=None)
    assert made == '<p data-hint="&quot; onclick=&quot;x" hidden>a</p>'


def test_a_column_of_which_nothing_is_known_is_left_out() -> None:
    table = table_of("t", [text("run"), column("cost", Kind.COST)], [{"run": "a", "cost": None}])
    assert [shown_column.key for shown_column in shown_columns(table)] == ["run"]


def test_very_long_tables_are_cut_and_say_so() -> None:
    rows = [{"run": f"r{number}"} for number in range(MOST_ROWS + 1)]
    block = table_block(table_of("t", [text("run")], list(rows)))
    assert block.count("<tr") == MOST_ROWS + 1
    assert f"Showing the first {MOST_ROWS:,} of {MOST_ROWS + 1:,} rows. t.csv has all of them." in block


def test_definitions_are_what_headings_point_to() -> None:
    column_of = Column(key="recall", title="Recall", kind=Kind.SCORE, definition="Found again.")
    table = Table(name="t", title="T", columns=(text("run"), column_of), rows=({"run": "a", "recall": 0.5},))
    block = table_block(table)
    assert 'aria-describedby="t.recall"' in block
    assert '<dd id="t.recall">Found again.</dd>' in block


def test_example_tasks_are_few_and_each_once() -> None:
    examples = example_tasks(sample(3, 0))
    assert len({task.id for task in examples}) == len(examples) <= 9
    reasons = [reason for task in examples for reason in task.reasons]
    assert {
        reasons.count(reason) for reason in ("hardest", "easiest", "largest difference between runs")
    } == {3}
    hardest = [task for task in examples if "hardest" in task.reasons]
    means = {task.id: sum(score for _, score in task.scores) / len(task.scores) for task in examples}
    assert max(means[task.id] for task in hardest) <= min(
        means[task.id] for task in examples if task not in hardest
    )


def test_examples_of_a_long_run_come_from_its_first_tasks() -> None:
    count = 50_000
    rows: list[Row] = [
        {"id": f"task-{index}", "run": "a", "average": 1 - index / count} for index in range(count)
    ]
    listed = table_of("tasks", [text("id"), text("run"), text("average")], rows)
    flipped = table_of("flipped", [text("task")], [{"task": "task-49999"}])
    section = Section(name="all", title="All", tables=(listed, flipped))
    study = msgspec.structs.replace(sample(1, 0), sections=(section,))
    assert {task.id: task.reasons[0] for task in example_tasks(study)} == {
        "task-49999": "passed by only one run",
        "task-19999": "hardest",
        "task-19998": "hardest",
        "task-0": "easiest",
        "task-1": "easiest",
        "task-2": "easiest",
    }


def test_tasks_that_flipped_are_told_first() -> None:
    study = sample(2, 0)
    flipped = table_of("flipped", [text("task")], [{"task": "task-7"}, {"task": "nowhere"}])
    further = Section(name="flips", title="Flips", tables=(flipped,))
    examples = example_tasks(msgspec.structs.replace(study, sections=(*study.sections, further)))
    assert examples[0].id == "task-7"
    assert examples[0].reasons[0] == "passed by only one run"


def test_pictures_become_small_and_stand_once() -> None:
    large = io.BytesIO()
    Image.new("RGB", (1600, 1200), "red").save(large, "PNG")
    small = thumbnail(large.getvalue())
    assert small is not None
    with Image.open(io.BytesIO(small)) as opened:
        assert (opened.format, opened.size) == ("WEBP", (320, 240))
    study = sample(2, 0)
    ids = [task.id for task in example_tasks(study)]
    page = report_page(study, {task_id: TaskFacts("?", small) for task_id in ids})
    assert page.count("data:image/webp") == 1
    assert page.count(f"Same image as {ids[0]}.") == len(ids) - 1


def test_what_is_no_picture_is_left_out() -> None:
    bomb = io.BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    for data in (b"", b"<svg onload=alert(1)>", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, bomb.getvalue()):
        assert thumbnail(data) is None


def test_a_study_without_anything_still_is_a_page() -> None:
    empty = table_of("leaderboard", [text("run")], [])
    section = Section(name="leaderboard", title="Leaderboard", tables=(empty,))
    study = with_figures(Study(title="Nothing", created=WHEN, sections=(section,)))
    page = report_page(study)
    assert "Nothing to show." in page
