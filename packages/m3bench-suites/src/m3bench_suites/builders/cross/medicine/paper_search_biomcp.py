"""Paper Search and BioMCP: articles of both, their citations and full texts."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.citation_counts import citation_counts
from m3bench_suites.builders.cross.medicine._shared.trial_literature import trial_literature


def _citations(draw: TaskDraw) -> Blueprint:
    return citation_counts(draw, FAMILY)


def _literature(draw: TaskDraw) -> Blueprint:
    return trial_literature(draw, FAMILY)


FAMILY = CrossFamily(
    number=4,
    name="paper_search_biomcp",
    title="Paper Search and BioMCP",
    servers=("Paper Search", "BioMCP"),
    makers=(_citations, _literature),
)
