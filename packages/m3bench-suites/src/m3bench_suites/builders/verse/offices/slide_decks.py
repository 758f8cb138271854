"""Slide decks: present what workbooks, documents, databases and tables say."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.slides.briefings import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.slides.projects import PROJECT_JOBS
from m3bench_suites.builders.verse.offices._shared.slides.single import SMALL_JOBS

FAMILY = Family(
    number=65,
    name="slide_decks",
    title="Slide decks",
    goal="Make slides with charts, tables and points from workbooks, documents, databases and CSV files.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS, *PROJECT_JOBS),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
