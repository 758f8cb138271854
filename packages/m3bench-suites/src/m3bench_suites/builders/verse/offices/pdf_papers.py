"""PDF papers: enter invoices, notes, rates and applications where they belong."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.invoices.batches import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.invoices.entries import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.invoices.reviews import REVIEW_JOBS

FAMILY = Family(
    number=66,
    name="pdf_papers",
    title="PDF papers",
    goal="Read invoices, notes, rates and applications from PDF files, and enter them in databases, "
    "workbooks, documents and notes.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS, *REVIEW_JOBS),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
