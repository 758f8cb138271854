"""Slide decks: present what workbooks, documents, databases and tables say."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.job import make_job
from m3bench_suites.builders.verse.offices._shared.slides.briefings import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.slides.projects import PROJECT_JOBS
from m3bench_suites.builders.verse.offices._shared.slides.single import SMALL_JOBS

JOBS = (*SMALL_JOBS, *LARGE_JOBS, *PROJECT_JOBS)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=65,
    name="slide_decks",
    title="Slide decks",
    goal="Make slides with charts, tables and points from workbooks, documents, databases and CSV files.",
    make=make,
)
