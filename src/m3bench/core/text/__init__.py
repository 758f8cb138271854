"""Text: shortening, joining, JSON inside a text, text that is safe for a terminal."""

from m3bench.core.text.json_search import json_values, uncontested
from m3bench.core.text.terminal import printable

__all__ = [
    "json_values",
    "printable",
    "uncontested",
]
