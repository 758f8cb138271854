"""Scientific papers: archives, queries, identifiers, texts and PDFs."""

from m3bench_world.papers.papers import ARCHIVES, SORTS, Papers
from m3bench_world.papers.subjects import vocabulary
from m3bench_world.papers.types import InvalidQuery, Paper

__all__ = ["ARCHIVES", "SORTS", "InvalidQuery", "Paper", "Papers", "vocabulary"]
