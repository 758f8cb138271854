"""PDF papers: enter invoices, notes, rates and applications where they belong."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.invoices.batches import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.invoices.entries import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.invoices.reviews import REVIEW_JOBS
from m3bench_suites.builders.verse.offices._shared.job import make_job

JOBS = (*SMALL_JOBS, *LARGE_JOBS, *REVIEW_JOBS)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=66,
    name="pdf_papers",
    title="PDF papers",
    goal="Read invoices, notes, rates and applications from PDF files, and enter them in databases, "
    "workbooks, documents and notes.",
    make=make,
)
