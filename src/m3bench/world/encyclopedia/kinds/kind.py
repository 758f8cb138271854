"""What every kind of article has in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from m3bench.world.encyclopedia.article import Draft, Entry

if TYPE_CHECKING:
    from m3bench.world.encyclopedia.encyclopedia import Encyclopedia
    from m3bench.world.world import World


class Kind:
    """Lists the articles of one kind, and writes one when it is asked for."""

    name: ClassVar[str]
    well_known: ClassVar[bool] = False
    """Whether a bare name that others share most likely means an article of this kind."""

    def __init__(self, book: Encyclopedia) -> None:
        self._book = book

    @property
    def world(self) -> World:
        return self._book.world

    def entries(self) -> Iterable[Entry]:
        """None where `scripts/compile_articles.py` takes the titles from other parts of the world."""
        return ()

    def draft(self, key: str) -> Draft:
        raise NotImplementedError

    def title(self, key: str) -> str:
        """The title of the article with that key."""
        return self._book.title_of(self.name, key) or key
