"""Comparison of an answer with one value of a key, by its type."""

from __future__ import annotations

from typing import Any

from m3bench.checks.keys.agreement import Agreement
from m3bench.checks.keys.lists import Rows, compare_list, compare_table, tables_in
from m3bench.checks.keys.numbers import compare_number, number_key
from m3bench.checks.keys.texts import compare_text, compare_truth


def compare_with_key(
    answer: str, value: Any, *, request: str = "", tolerance: float | None = None
) -> Agreement:
    """Compare an answer with a value of the key: exactly, or as numbers.

    Args:
        answer: The answer in words.
        value: A truth value, a number, a text, a list, or a table: rows by heading, or columns of values.
        request: The question. Its words and numbers in an answer are no statements.
        tolerance: The relative error of numbers. By default both are rounded to the coarser of the two.

    Returns:
        Whether they agree. Undecided, if other words may mean the same.
    """
    if isinstance(value, bool):
        return compare_truth(answer, value)
    number = number_key(value, tolerance)
    if number is not None:
        return compare_number(answer, number, request)
    rows = _rows(value)
    if rows is not None:
        return compare_table(answer, rows, tolerance)
    if isinstance(value, list | tuple):
        return compare_list(answer, list(value), tolerance)
    return compare_text(answer, str(value), request)


def _rows(value: Any) -> Rows | None:
    """Return a table as rows; None if the value is none."""
    if isinstance(value, dict):
        columns = list(value.values())
        if columns and all(isinstance(column, list) for column in columns):
            return [dict(zip(value, cells, strict=False)) for cells in zip(*columns, strict=False)]
        return [value]
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return value
    tables = tables_in(value) if isinstance(value, str) else []
    return tables[0] if len(tables) == 1 and str(value).lstrip().startswith("|") else None
