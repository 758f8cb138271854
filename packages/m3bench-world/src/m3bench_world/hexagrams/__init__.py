"""The 64 hexagrams, and casts of three coins."""

from m3bench_world.hexagrams.hexagrams import (
    Cast,
    Hexagram,
    Hexagrams,
    Trigram,
    hexagram,
    hexagram_of,
    hexagrams,
    line_text,
)

__all__ = ["Cast", "Hexagram", "Hexagrams", "Trigram", "hexagram", "hexagram_of", "hexagrams", "line_text"]
