"""Expense sheets: enter, correct, sum up and complete workbooks of an office."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.expenses.entries import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.expenses.reports import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.job import make_job

JOBS = (*SMALL_JOBS, *LARGE_JOBS)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=62,
    name="expense_sheets",
    title="Expense sheets",
    goal="Enter, correct, sum up, chart and complete the spreadsheets of an office, and find entries.",
    make=make,
)
