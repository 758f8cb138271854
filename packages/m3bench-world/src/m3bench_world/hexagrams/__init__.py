"""The 64 hexagrams, and casts of three coins."""

from m3bench_world.hexagrams.casting import Cast, Hexagrams
from m3bench_world.hexagrams.lines import line_text
from m3bench_world.hexagrams.table import Hexagram, Trigram, hexagram, hexagram_of, hexagrams

__all__ = ["Cast", "Hexagram", "Hexagrams", "Trigram", "hexagram", "hexagram_of", "hexagrams", "line_text"]
