"""Office documents: edit agreements and minutes, and write new documents from them."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.job import make_job
from m3bench_suites.builders.verse.offices._shared.papers.drafts import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.papers.edits import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.papers.overview import season_overview

JOBS = (*SMALL_JOBS, *LARGE_JOBS, season_overview)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=63,
    name="office_documents",
    title="Office documents",
    goal="Edit agreements, minutes and letters, and write new Word documents from what they say.",
    make=make,
)
