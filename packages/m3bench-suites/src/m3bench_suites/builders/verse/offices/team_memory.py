"""Team memory: keep a knowledge graph of people, projects and tools up to date."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.memory.moves import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.memory.notes import SMALL_JOBS

FAMILY = Family(
    number=64,
    name="team_memory",
    title="Team memory",
    goal="Note, relate, rename and forget people, projects and tools in a team's knowledge graph.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
