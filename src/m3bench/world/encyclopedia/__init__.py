"""Articles that the generator writes from the world's own facts."""

from m3bench.world.encyclopedia.article import Article, Section
from m3bench.world.encyclopedia.encyclopedia import DISAMBIGUATION, Encyclopedia

__all__ = ["DISAMBIGUATION", "Article", "Encyclopedia", "Section"]
