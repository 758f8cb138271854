"""Tables as files."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from pathlib import Path

import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.reports.export import json_chunks
from m3bench.reports.export.latex import escaped, latex_table
from m3bench.reports.export.study import csv_bytes, parquet_bytes, study_document, write_tables
from m3bench.reports.page import report_page
from m3bench.reports.page.cells import shown
from m3bench.reports.page.tables import shown_columns
from m3bench.reports.study import Column, Kind, Row, Section, Study, Table, columns
from m3bench.runs.scoring import MOST_KEPT
from tests.reports.page.reading import PageTables
from tests.reports.study.runs import WHEN
from tests.reports.study_samples import sample, table_of, text


@pytest.fixture(scope="module")
def study() -> Study:
    return sample(4, 3)


def test_every_table_has_its_files(study: Study, tmp_path: Path) -> None:
    written = write_tables(study, tmp_path)
    assert {path.name for path in written} == {
        f"{name}.{ending}" for name in study.tables() for ending in ("csv", "tex", "parquet")
    }
    without = write_tables(study, tmp_path / "more", parquet=False)
    assert {path.suffix for path in without} == {".csv", ".tex"}
    again = write_tables(study, tmp_path / "again")
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in written]


def test_two_hundred_random_cells_are_the_same_everywhere(study: Study) -> None:
    page = PageTables(report_page(study)).tables
    chance = random.Random(9)
    tables = [table for table in study.tables().values() if table.shown]
    read = {table.name: (_csv(table), _parquet(table)) for table in tables}
    for _ in range(200):
        table = chance.choice(tables)
        index, column = chance.randrange(len(table.rows)), chance.choice(shown_columns(table))
        value = table.rows[index].get(column.key)
        written, typed = (rows[index][column.key] for rows in read[table.name])
        assert typed == value
        assert written == ("" if value is None else repr(value) if isinstance(value, float) else str(value))
        cell = page[table.name][index + 1][shown_columns(table).index(column)]
        wanted = shown(value, column.kind)
        assert cell == wanted or (cell.endswith("…") and wanted.startswith(cell[:-1]))


def _csv(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(csv_bytes(table)).decode(), newline="")))


def _parquet(table: Table) -> list[dict[str, object]]:
    read = pyarrow.parquet.read_table(io.BytesIO(b"".join(parquet_bytes(table))))
    rows: list[dict[str, object]] = read.to_pylist()
    return rows


def test_columns_keep_their_type_where_nothing_is_known() -> None:
    columns = [text("run"), *(Column(key=kind.value, title="", kind=kind) for kind in list(Kind)[1:])]
    rows: list[Row] = [{"run": "a\ud800"}, {}]
    read = pyarrow.parquet.read_table(io.BytesIO(b"".join(parquet_bytes(table_of("t", columns, rows)))))
    types = {field.name: str(field.type) for field in read.schema}
    assert types["run"] == "string"
    assert (types["flag"], types["count"]) == ("bool", "int64")
    assert {types[kind.value] for kind in list(Kind)[3:]} == {"double"}
    assert read.to_pylist()[0]["run"] == "a\\ud800"


def test_latex_has_rules_and_rounded_numbers() -> None:
    score = Column(key="recall", title="Recall", kind=Kind.SCORE, low="low", high="high")
    hidden = Column(key="low", title="Low", kind=Kind.SCORE, shown=False)
    rows: list[Row] = [
        {"run": "a_b & c", "recall": 0.61249, "low": 0.5, "high": 0.7},
        {"run": "[x]", "recall": None},
    ]
    assert latex_table(table_of("t", [text("run"), score, hidden], rows)).splitlines()[1:] == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"Run & Recall \\",
        r"\midrule",
        r"a\_b \& c & 0.612 {\scriptsize [0.500--0.700]} \\",
        r"{[x]} & -- \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_long_tables_go_over_pages() -> None:
    rows: list[Row] = [{"run": str(number)} for number in range(60)]
    made = latex_table(table_of("t", [text("run")], rows))
    assert made.count("longtable") == 3
    assert "\\endhead" in made


@given(st.text())
def test_latex_has_nothing_left_to_act_on(words: str) -> None:
    left = re.sub(r"\\[a-zA-Z]+\{\d?\}|\\[{}$&#%_]|\$\\?[a-z-]+\$", "", escaped(words))
    assert not re.search(r"[\\{}$&#%_^\"|<>\n\x00]", left)


def test_the_document_has_every_section_and_cell(study: Study) -> None:
    written = json.loads(b"".join(json_chunks(study_document(study))))
    assert list(written["sections"]) == [section.name for section in study.sections]
    assert written["title"] == study.title
    for section in study.sections:
        said = written["sections"][section.name]
        assert said["points"] == list(section.points)
        assert list(said["tables"]) == [table.name for table in section.tables]
        for table in section.tables:
            assert said["tables"][table.name]["rows"] == [dict(row) for row in table.rows]
            keys = [column["key"] for column in said["tables"][table.name]["columns"]]
            assert keys == [column.key for column in table.columns]


def test_the_document_has_all_rows_of_a_table_on_disk() -> None:
    rows = [{"place": index} for index in range(MOST_KEPT + 5)]
    long = columns.table("long", "Long", [Column(key="place", title="Place", kind=Kind.COUNT)], rows)
    assert not isinstance(long.rows, tuple)
    section = Section(name="one", title="One", tables=(long,))
    document = study_document(Study(title="x", created=WHEN, sections=(section,)))
    written = json.loads(b"".join(json_chunks(document)))
    assert written["sections"]["one"]["tables"]["long"]["rows"] == rows
