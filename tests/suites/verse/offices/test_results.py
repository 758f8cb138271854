"""What plans read from the results of servers, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.verse.offices._shared import duck, pdf, sheets, sql, word
from m3bench_suites.builders.verse.offices._shared.memory.graph import Entity, noted, read_graph


def result(text: str | dict[str, Any]) -> CallResult:
    said = text if isinstance(text, str) else json.dumps(text)
    return CallResult(0, "server/tool", Result((Text(said),)))


def test_rows_of_the_sqlite_server() -> None:
    found = sql.records(
        result("1. row\nname: Oak: large\nprice: 2.5\n\n2. row\nname: NULL\n\nResult: 2 rows")
    )
    assert found == [{"name": "Oak: large", "price": "2.5"}, {"name": "NULL"}]
    sql.changed(result("Success: 3 rows affected"), 3)
    with pytest.raises(PlanError, match="no rows"):
        sql.records(result("No rows returned"))
    with pytest.raises(PlanError, match="should change 3 rows"):
        sql.changed(result("Error: no such table"), 3)


def test_rows_of_the_duckdb_server() -> None:
    assert duck.tuples(result("[('Ashford', 3, 2.5)]")) == [("Ashford", 3, 2.5)]
    for text in ("[]", "Error: no such file", "3"):
        with pytest.raises(PlanError, match="rows"):
            duck.tuples(result(text))


def test_cells_of_the_spreadsheet_server() -> None:
    cells = [{"row": 1, "value": "Item"}, {"row": 1, "value": "Amount"}, {"row": 2, "value": "Ink"}]
    assert sheets.sheet_rows(result({"cells": cells})) == [["Item", "Amount"], ["Ink"]]
    with pytest.raises(PlanError, match="no cells"):
        sheets.sheet_rows(result("No data found in specified range"))


def test_tables_and_paragraphs_of_the_document_server() -> None:
    text = result("Minutes\nTask\nDue\nCall\n2025-06-01\nWrite\n2025-06-02")
    assert word.table_rows(text, ("Task", "Due")) == [["Call", "2025-06-01"], ["Write", "2025-06-02"]]
    with pytest.raises(PlanError, match="no table with Task, Person"):
        word.table_rows(text, ("Task", "Person"))
    outline = result(
        {"paragraphs": [{"index": 0, "text": "Scope"}, {"index": 1, "text": "On the roof: yes"}]}
    )
    assert word.paragraph_index(outline, "On the roof") == 1
    with pytest.raises(PlanError, match="lists no paragraph"):
        word.paragraph_index(outline, "On the cellar")
    with pytest.raises(PlanError, match="failed"):
        word.require_done(result("Document x.docx does not exist"))


def test_lines_of_the_pdf_server() -> None:
    pages = result({"pages": [{"text": "Depot | Rate\nAshford | 0.50"}, {"text": "Total: 12.50 EUR"}]})
    assert pdf.after(pages, "Total:") == "12.50 EUR"
    assert pdf.bar_rows(pages, 2) == [["Ashford", "0.50"]]
    with pytest.raises(PlanError, match="no line with 'Date:'"):
        pdf.after(pages, "Date:")
    with pytest.raises(PlanError, match="no pages"):
        pdf.pdf_lines(result("not a PDF"))


def test_the_graph_of_the_memory_server() -> None:
    entity = {"name": "Ada", "entityType": "person", "observations": ["extension 412"]}
    relation = {"from": "Ada", "relationType": "leads", "to": "Blue Kiln"}
    graph = read_graph(result({"entities": [entity], "relations": [relation]}))
    assert graph.entity("Ada") == Entity("Ada", "person", ("extension 412",))
    assert graph.sources("leads", "Blue Kiln") == ["Ada"]
    assert noted(graph.entity("Ada"), "extension") == "412"
    with pytest.raises(PlanError, match="Nothing about Ada"):
        noted(graph.entity("Ada"), "speaks")
    with pytest.raises(PlanError, match="no graph"):
        read_graph(result("Entities deleted successfully"))
