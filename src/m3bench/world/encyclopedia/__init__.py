"""Articles that the generator writes from the world's own facts."""

from m3bench.world.encyclopedia.article import Article, Section
from m3bench.world.encyclopedia.encyclopedia import DISAMBIGUATION, Encyclopedia
from m3bench.world.encyclopedia.index import Index
from m3bench.world.encyclopedia.names import without_qualifier

__all__ = [
    "DISAMBIGUATION",
    "Article",
    "Encyclopedia",
    "Index",
    "Section",
    "without_qualifier",
]
