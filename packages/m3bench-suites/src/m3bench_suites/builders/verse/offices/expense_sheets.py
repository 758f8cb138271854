"""Expense sheets: enter, correct, sum up and complete workbooks of an office."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.expenses.entries import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.expenses.reports import LARGE_JOBS

FAMILY = Family(
    number=62,
    name="expense_sheets",
    title="Expense sheets",
    goal="Enter, correct, sum up, chart and complete the spreadsheets of an office, and find entries.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
