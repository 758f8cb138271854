"""A file of each kind that is compared item by item, as it was given and after what a task asked for."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import docx
import openpyxl

from m3bench.checks import Evidence, UnchangedExcept
from m3bench.checks.data import changed_database, pack_members
from tests.checks.outcomes import evidence_of


@dataclass(frozen=True)
class Work:
    """What was asked for, and the check that nothing else was done."""

    given: bytes
    done: bytes
    check: UnchangedExcept


def database(statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(statements)
        return connection.serialize()


def workbook(cells: dict[str, dict[str, object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, values in cells.items():
        sheet = book.create_sheet(name)
        for place, value in values.items():
            sheet[place] = value
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def document(*paragraphs: str, table: list[list[str]] | None = None) -> bytes:
    made = docx.Document()
    made.add_heading("Minutes", 1)
    for text in paragraphs:
        made.add_paragraph(text)
    if table:
        rows = made.add_table(len(table), len(table[0]))
        for row, texts in zip(rows.rows, table, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
    made.sections[0].footer.paragraphs[0].text = "Confidential"
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


SHOP = database(
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, total REAL);"
    "INSERT INTO orders VALUES (1, 'open', 5.5), (2, 'open', 7), (3, 'paid', 9);"
    "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('a'), ('a'), ('b');"
)
COSTS: dict[str, dict[str, object]] = {
    "Costs": {"A1": "Item", "B1": "Euros", "A2": "Paper", "B2": 12, "A3": "Ink", "B3": 30},
    "Plan": {"A1": 50},
}
ROWS = [["Who", "What"], ["Ann", "opens"]]
TEXT = "port = 80\nhost = a\nlog = off\n"

WORKS = {
    "shop.db": Work(
        SHOP,
        changed_database(
            SHOP,
            ["UPDATE orders SET status = 'paid' WHERE id = 2", "INSERT INTO orders VALUES (4, 'open', 1)"],
        ),
        UnchangedExcept("shop.db", changed=("orders/2/status",), added={"orders/*": 3}),
    ),
    "costs.xlsx": Work(
        workbook(COSTS),
        workbook({**COSTS, "Costs": {**COSTS["Costs"], "B4": "=SUM(B2:B3)"}}),
        UnchangedExcept("costs.xlsx", added={"Costs!*": None}),
    ),
    "minutes.docx": Work(
        document("Ann opens.", "Bob closes.", table=ROWS),
        document("Ann opens.", "Cem closes.", table=ROWS),
        UnchangedExcept("minutes.docx", changed=("body/2",), added={"body": 1}),
    ),
    "service.ini": Work(
        TEXT.encode(),
        TEXT.replace("80", "8080").encode(),
        UnchangedExcept("service.ini", changed=("lines/0",), added={"lines": 1}),
    ),
    "settings.json": Work(
        b'{"web": {"port": 80, "hosts": ["a", "b"]}, "log": false}',
        b'{"log": false, "web": {"hosts": ["a", "b", "c"], "port": 80}}',
        UnchangedExcept("settings.json", added={"web/hosts": 1}),
    ),
    "memory.jsonl": Work(
        b'{"name": "Ann"}\n{"name": "Bob"}\n',
        b'{"name":"Cem"}\n{"name":"Bob"}\n{"name":"Ann"}\n',
        UnchangedExcept("memory.jsonl", added={"records": 1}),
    ),
    "papers.zip": Work(
        pack_members({"a.txt": b"a", "b.txt": b"b"}),
        pack_members({"b.txt": b"b", "a.txt": b"a", "c.txt": b"c"}),
        UnchangedExcept("papers.zip", added={"c.txt": 1}),
    ),
}


def evidence_with(folder: Path, name: str, data: bytes) -> Evidence:
    """An outcome with one file, which was given as in its `Work`."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    return evidence_of(folder, assets={name: WORKS[name].given})
