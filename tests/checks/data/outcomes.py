"""Data files as an agent leaves them, and checks that they pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.checks import (
    ArchiveMembers,
    Check,
    CsvTable,
    DocxContent,
    GitCommit,
    GitLog,
    Heading,
    ImageProperties,
    JsonFile,
    PdfContent,
    PixelColor,
    SqliteRows,
    TextFile,
    Tolerance,
)
from m3bench.suites import DataFile
from m3bench.suites.data_files import file_assets

ANN, BOB = "Ann Lee <ann@example.org>", "Bob Ray <bob@example.org>"
COMMITS: list[dict[str, Any]] = [
    {
        "message": "Start the price list",
        "author": ANN,
        "time": "2026-01-05T10:00:00+00:00",
        "files": {"prices.txt": "Fuji 1.25\n", "notes/todo.md": "- Gala\n"},
    },
    {
        "message": "Add Gala\n\nIt is cheaper.",
        "author": BOB,
        "time": "2026-01-06T09:30:00+02:00",
        "files": {"prices.txt": "Fuji 1.25\nGala 0.99\n", "notes/todo.md": None},
    },
    {
        "message": "Try Braeburn",
        "author": BOB,
        "time": "2026-01-07T08:00:00+00:00",
        "files": {"braeburn.txt": "Braeburn 2\n"},
        "parents": [0],
    },
]
REPOSITORY: dict[str, Any] = {
    "commits": COMMITS,
    "branches": {"main": 1, "trial/braeburn": 2},
    "tags": {"v1": 0},
    "head": "main",
}
SETTINGS = {"shop": {"name": "Corner", "open": True, "till": None}, "prices": [1.25, 0.99], "2026": "year"}
TABLE: list[list[Any]] = [["Name", "Count", "Price"], ["Fuji", 3, 1.25], ["Gala", 5, 0.99]]
BLOCKS = [
    {"heading": "Apples", "level": 1},
    {"text": "There are two sorts."},
    {"heading": "Prices", "level": 2},
    {"table": TABLE},
    {"text": "Prices are in dollars."},
]
ORDERS = {
    "columns": {"id": "INTEGER PRIMARY KEY", "sort": "TEXT NOT NULL", "weight": "REAL", "paid": "INTEGER"},
    "rows": [[1, "Fuji", 2.5, True], [2, "Gala", 1.0, False], [3, "Gala", 4.25, True]],
}
PICTURE = {
    "size": [60, 40],
    "background": "#ffeedd",
    "shapes": [
        {"rectangle": [10, 10, 20, 20], "color": "#ff0000"},
        {"ellipse": [30, 10, 50, 30], "color": "#00aa00"},
        {"text": "A", "at": [2, 24], "size": 12, "color": "#000000"},
    ],
}
FILES = (
    DataFile("data/list.txt", "text", "three Fuji\nfive Gala\n"),
    DataFile("data/settings.json", "json", SETTINGS),
    DataFile("data/settings.yaml", "yaml", SETTINGS),
    DataFile("data/settings.toml", "text", 'day = 2026-05-05\n[shop]\nname = "Corner"\ncounts = [3, 5]\n'),
    DataFile("data/log.jsonl", "text", '{"sort": "Gala", "count": 5}\n\n{"sort": "Fuji", "count": 3}'),
    DataFile("data/table.csv", "csv", TABLE),
    DataFile("data/report.docx", "docx", BLOCKS),
    DataFile(
        "data/report.pdf", "pdf", {"title": "Apples", "pages": [["Two sorts", "of apples"], ["8.70 in all"]]}
    ),
    DataFile("data/shop.db", "sqlite", {"tables": {"orders": ORDERS, "empty": {"columns": {"x": "TEXT"}}}}),
    DataFile(
        "data/pack.zip",
        "zip",
        {
            "sorts/fuji.txt": {"kind": "text", "content": "crisp\n"},
            "sorts/gala.csv": {"kind": "csv", "content": [["a"], [1]]},
        },
    ),
    DataFile("data/repository", "git", REPOSITORY),
    DataFile("data/picture.pic", "png", PICTURE),
)

DATA_PASSING: tuple[Check, ...] = (
    TextFile("data/list.txt", ("three Fuji", "five Gala"), ends_with_newline=True),
    TextFile("data/*.txt", ("Three  fuji", "five GALA"), folded=True),
    TextFile(
        "data/list.txt", contains=("Fuji", "five"), lacks=("Braeburn",), pattern="^three", at_most_lines=2
    ),
    JsonFile(
        "data/settings.json",
        {
            "shop.name": "Corner",
            "shop.open": True,
            "prices": [1.25, 0.99],
            "shop.till": None,
            "shop.debts": None,
        },
        keys_only=("prices", "shop", "2026"),
    ),
    JsonFile("data/settings.yaml", {'"2026"': "year", "max(prices)": 1.3}, "yaml", tolerance=Tolerance(0.1)),
    JsonFile(
        "data/settings.toml", {"day": "2026-05-05", "length(shop.counts)": 2, "shop.counts[1]": 5}, "toml"
    ),
    JsonFile("data/log.jsonl", {"[0].count": 5, "sort([].sort)": ["Fuji", "Gala"]}, "jsonl"),
    CsvTable("data/table.csv", ("Name", "Count", "Price"), (("Fuji", 3, 1.25), ("Gala", 5, 0.99))),
    CsvTable(
        "data/table.csv",
        ("Name", "Count", "Price"),
        (("Gala", 5, 1), ("Fuji", 3, 1.25)),
        ordered=False,
        tolerance=Tolerance(0.01),
    ),
    DocxContent(
        "data/report.docx",
        ("Apples", Heading("Prices", 2)),
        ("There are  two sorts.", "Prices are in dollars."),
        ((("Name", "Count", "Price"), ("Fuji", 3, 1.25), ("Gala", "5", 0.99)),),
        ("Braeburn",),
    ),
    PdfContent("data/report.pdf", 2, ("Two sorts of apples", "8.70"), ("9.70",), (("sorts",), ("in all",))),
    PdfContent("data/report.pdf", contains=("8.70 in all",)),
    SqliteRows(
        "data/shop.db",
        "SELECT sort, sum(weight) FROM orders GROUP BY sort ORDER BY sort",
        (("Fuji", 2.5), ("Gala", 5.25)),
        ordered=True,
    ),
    SqliteRows("data/shop.db", "SELECT id, paid FROM orders", ((3, True), (2, False), (1, True))),
    GitLog(
        "data/repository",
        (
            GitCommit("Start the price list", ("notes/todo.md", "prices.txt"), tags=("v1",), author=ANN),
            GitCommit(
                "Add Gala\n\nIt is cheaper.", {"prices.txt": "Fuji 1.25\nGala 0.99\n", "notes/todo.md": None}
            ),
            GitCommit("Try Braeburn", {"braeburn.txt": "Braeburn 2\n"}, "trial/braeburn"),
        ),
        branch="main",
        clean=True,
        tags=("v1",),
        branches=("trial/braeburn", "main"),
        staged=(),
        total=2,
    ),
    GitLog("data/repository", (GitCommit("Add Gala\n\nIt is cheaper."),)),
    ArchiveMembers("data/pack.zip", {"sorts/fuji.txt": "crisp\n", "sorts/gala.csv": None}),
    ImageProperties(
        "data/picture.pic",
        (60, 40),
        "RGB",
        "png",
        (PixelColor(0, 0, "#ffeedd"), PixelColor(10, 10, "#ff0000"), PixelColor(40, 20, "#00aa00")),
    ),
)


def fill_data(workspace: Path) -> None:
    """Write the data files."""
    for name, data in file_assets(FILES).items():
        path = workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
