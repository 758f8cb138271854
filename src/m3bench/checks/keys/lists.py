"""Keys that are lists or tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from m3bench.checks.fields import Expected, mismatch
from m3bench.checks.keys.agreement import Agreement, final_statement, refuses, without_lead
from m3bench.checks.reading import Tolerance, amounts, same, stands, words
from m3bench.core import AnswerField, FieldType
from m3bench.core.text import json_values, markdown_tables

_ITEM = re.compile(r"^\s*(?:[-*•–]|\d{1,3}[.)])\s+(?P<text>\S.*)$")
_SEPARATOR = re.compile(r"\s*(?:[,;，、；]\s*(?:and\s+)?|\n+|\s+and\s+|\s&\s)\s*")
_DEFAULT = 1e-3
_LONGEST_ITEM = 12
"""Words of an entry of a list that is separated by commas."""
Rows = list[dict[str, Any]]


def compare_list(answer: str, key: Sequence[Any], tolerance: float | None) -> Agreement:
    """Compare the entries of an answer with the key, in any order."""
    if refuses(answer) and not _mentions_all(answer, key):
        return Agreement(False, f"gives no answer; expected a list of {len(key)}")
    numeric = all(isinstance(item, int | float) and not isinstance(item, bool) for item in key)
    items, is_listed = listed_items(answer)
    field = AnswerField("answer", FieldType.NUMBER if numeric else FieldType.NAME, "the entries", many=True)
    allowed = Tolerance(relative=tolerance or 0.0)
    wanted = tuple(Expected(value=item, tolerance=allowed) for item in key)
    if mismatch(field, Expected(items=wanted), items) is None:
        return Agreement(True, f"lists all {len(key)} entries, and no other")
    if is_listed and len(items) != len(key):
        return Agreement(False, f"lists {len(items)} entries, expected {len(key)}")
    if numeric and is_listed:
        return Agreement(False, f"lists other numbers; expected {len(key)} of the key")
    return Agreement(None, f"does not list the {len(key)} entries of the key in its words")


def listed_items(answer: str) -> tuple[list[Any], bool]:
    """Return the entries of an answer, and whether it is clearly a list: JSON, bullets, or short entries."""
    for value, _, _ in json_values(answer):
        if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
            return value, True
    bullets = [match["text"].strip(" .*`") for line in answer.splitlines() if (match := _ITEM.match(line))]
    if len(bullets) > 1:
        return list(bullets), True
    text = without_lead(final_statement(answer))
    parts = [part.strip(" .") for part in _SEPARATOR.split(text) if part.strip(" .")]
    return list(parts), len(parts) > 1 and all(len(words(part)) <= _LONGEST_ITEM for part in parts)


def _mentions_all(answer: str, key: Sequence[Any]) -> bool:
    numbers, said = {amount.value for amount in amounts(answer)}, words(answer)
    return all(item in numbers if isinstance(item, int | float) else stands(str(item), said) for item in key)


def compare_table(answer: str, key: Rows, tolerance: float | None) -> Agreement:
    """Compare the table of an answer with the rows of the key, in any order."""
    allowed = Tolerance(relative=_DEFAULT if tolerance is None else tolerance)
    tables = answer_tables(answer)
    if any(same(table, key, allowed, ordered=False) for table in tables):
        return Agreement(True, f"has a table with the {len(key)} rows of the key")
    if not tables:
        failed = refuses(answer)
        return Agreement(False if failed else None, f"has no table; expected {len(key)} rows")
    if any(len(table) == len(key) for table in tables) and not _has_numbers(key):
        return Agreement(None, "has a table in other words than the key")
    return Agreement(False, f"has a table with other rows; expected {len(key)}")


def _has_numbers(rows: Rows) -> bool:
    return any(amounts(str(cell)) for row in rows for cell in row.values())


def answer_tables(answer: str) -> list[Rows]:
    """Return the tables of a text: lists of objects in JSON, an object, and Markdown tables."""
    values = (value if isinstance(value, list) else [value] for value, _, _ in json_values(answer))
    tables = [rows for rows in values if rows and all(isinstance(row, dict) for row in rows)]
    return tables + tables_in(answer)


def tables_in(text: str) -> list[Rows]:
    """Return the Markdown tables of a text, each row by its headings."""
    return [
        [dict(zip(headings, row, strict=True)) for row in rows]
        for headings, rows in markdown_tables(text.splitlines())
    ]
