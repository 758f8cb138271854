"""Base class of article kinds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from m3bench_world.encyclopedia.article import Draft, Entry
from m3bench_world.world import World

if TYPE_CHECKING:
    from m3bench_world.encyclopedia.encyclopedia import Encyclopedia


class Kind:
    """Lists the articles of one kind and writes them on demand."""

    name: ClassVar[str]
    well_known: ClassVar[bool] = False
    """Whether an ambiguous name most likely means an article of this kind."""

    def __init__(self, book: Encyclopedia) -> None:
        self._book = book

    @property
    def world(self) -> World:
        return self._book.world

    def entries(self) -> Iterable[Entry]:
        """Return the index entries; none if `scripts/compile_articles.py` takes them from other data."""
        return ()

    def draft(self, key: str) -> Draft:
        raise NotImplementedError

    def title(self, key: str) -> str:
        """Return the title of the article with this key."""
        return self._book.title_of(self.name, key) or key
