"""Paper Search and BioMCP: articles of both, their citations and full texts."""

from __future__ import annotations

from m3bench_suites.builders.cross.family import cross_family
from m3bench_suites.builders.cross.medicine._shared.citation_counts import citation_counts
from m3bench_suites.builders.cross.medicine._shared.trial_literature import trial_literature

FAMILY = cross_family(
    number=4,
    name="paper_search_biomcp",
    title="Paper Search and BioMCP",
    servers=("Paper Search", "BioMCP"),
    tasks=(citation_counts, trial_literature),
)
