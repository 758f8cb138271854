"""Company reports: from databases and tables to workbooks, documents and notes."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.job import make_job
from m3bench_suites.builders.verse.offices._shared.reports.reviews import REVIEW_JOBS
from m3bench_suites.builders.verse.offices._shared.reports.sales import SALES_JOBS

JOBS = (*SALES_JOBS, *REVIEW_JOBS)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=67,
    name="company_reports",
    title="Company reports",
    goal="Bring figures of databases, tables and workbooks into reports, statements, lists and letters.",
    make=make,
)
