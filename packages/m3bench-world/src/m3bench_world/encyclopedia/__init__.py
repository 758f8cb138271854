"""Encyclopedia articles, generated from the facts of the world."""

from m3bench_world.encyclopedia.article import Article, Section
from m3bench_world.encyclopedia.encyclopedia import DISAMBIGUATION, Encyclopedia
from m3bench_world.encyclopedia.index import Index
from m3bench_world.encyclopedia.names import stems, without_qualifier

__all__ = ["DISAMBIGUATION", "Article", "Encyclopedia", "Index", "Section", "stems", "without_qualifier"]
