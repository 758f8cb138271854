"""Scientific papers: archives, queries, identifiers, texts and PDFs."""

from m3bench.world.papers.papers import ARCHIVES, SORTS, Papers
from m3bench.world.papers.subjects import vocabulary
from m3bench.world.papers.types import InvalidQuery, Paper

__all__ = ["ARCHIVES", "SORTS", "InvalidQuery", "Paper", "Papers", "vocabulary"]
