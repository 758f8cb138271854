"""Office documents: edit agreements and minutes, and write new documents from them."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.papers.drafts import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.papers.edits import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.papers.overview import season_overview

FAMILY = Family(
    number=63,
    name="office_documents",
    title="Office documents",
    goal="Edit agreements, minutes and letters, and write new Word documents from what they say.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS, season_overview),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
