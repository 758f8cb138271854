"""Company reports: from databases and tables to workbooks, documents and notes."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.reports.reviews import REVIEW_JOBS
from m3bench_suites.builders.verse.offices._shared.reports.sales import SALES_JOBS

FAMILY = Family(
    number=67,
    name="company_reports",
    title="Company reports",
    goal="Bring figures of databases, tables and workbooks into reports, statements, lists and letters.",
    tasks=(*SALES_JOBS, *REVIEW_JOBS),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
