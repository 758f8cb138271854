"""Team memory: keep a knowledge graph of people, projects and tools up to date."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.job import make_job
from m3bench_suites.builders.verse.offices._shared.memory.moves import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.memory.notes import SMALL_JOBS

JOBS = (*SMALL_JOBS, *LARGE_JOBS)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=64,
    name="team_memory",
    title="Team memory",
    goal="Note, relate, rename and forget people, projects and tools in a team's knowledge graph.",
    make=make,
)
