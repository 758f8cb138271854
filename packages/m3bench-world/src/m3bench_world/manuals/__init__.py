"""Documentation of software libraries."""

from m3bench_world.manuals.manuals import Manuals, words_of
from m3bench_world.manuals.types import Library, Snippet, Version

__all__ = ["Library", "Manuals", "Snippet", "Version", "words_of"]
