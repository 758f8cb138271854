"""Encyclopedia articles, generated from the facts of the world."""

from m3bench.world.encyclopedia.article import Article, Section
from m3bench.world.encyclopedia.encyclopedia import DISAMBIGUATION, Encyclopedia
from m3bench.world.encyclopedia.index import Index
from m3bench.world.encyclopedia.names import stems, without_qualifier

__all__ = [
    "DISAMBIGUATION",
    "Article",
    "Encyclopedia",
    "Index",
    "Section",
    "stems",
    "without_qualifier",
]
