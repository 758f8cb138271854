"""A temporary file of objects that would not fit into memory."""

from __future__ import annotations

import pickle
import tempfile
import weakref
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Generic, TypeVar

from m3bench.core import LazyMapping, LazySequence

MOST_KEPT = 2_000
"""The planned attempts of a run that is kept in memory as a whole."""
_Item = TypeVar("_Item")
_MOST_IN_MEMORY = 8 << 20


class Spool(Generic[_Item]):
    """Objects in the order in which they are added. Each is read from a temporary file when it is needed.

    The file stays in memory while it is small. It has no name, so nothing is left of it at the end.
    """

    def __init__(self, items: Iterable[_Item] = ()) -> None:
        # Closed when the last view of the spool is gone.
        self._file: Any = tempfile.SpooledTemporaryFile(max_size=_MOST_IN_MEMORY)  # noqa: SIM115
        self._starts = array("q")
        self._end = 0
        weakref.finalize(self, self._file.close)
        for item in items:
            self.add(item)

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, item: _Item) -> None:
        """Add an object. It must be picklable."""
        data = pickle.dumps(item, protocol=pickle.HIGHEST_PROTOCOL)
        self._file.seek(self._end)
        self._file.write(data)
        self._starts.append(self._end)
        self._end += len(data)

    def read(self, indices: Iterable[int]) -> Iterator[_Item]:
        """Yield the objects at these places, one in memory at a time."""
        for index in indices:
            start = self._starts[index]
            end = self._starts[index + 1] if index + 1 < len(self._starts) else self._end
            self._file.seek(start)
            item: _Item = pickle.loads(self._file.read(end - start))  # noqa: S301 - what we wrote ourselves
            yield item

    def view(self) -> LazySequence[_Item]:
        """Return the objects as a sequence."""
        return LazySequence(len(self), self.read)


def keep_or_spool(items: Iterable[_Item]) -> list[_Item] | Spool[_Item]:
    """Return few items in a list, and many of them in a temporary file."""
    remaining = iter(items)
    first = list(islice(remaining, MOST_KEPT + 1))
    return first if len(first) <= MOST_KEPT else Spool(chain(first, remaining))


def kept_or_spooled(items: Iterable[_Item]) -> Sequence[_Item]:
    """Return the items: few of them in memory, many of them in a temporary file."""
    kept = keep_or_spool(items)
    return kept.view() if isinstance(kept, Spool) else tuple(kept)


def spooled_by_name(places: Mapping[str, int], items: Iterable[tuple[str, _Item]]) -> Mapping[str, _Item]:
    """Return values by name, in a temporary file.

    Args:
        places: The place of each name.
        items: Names and values, in the order of the places.
    """
    spool: Spool[_Item] = Spool()
    for name, item in items:
        assert places[name] == len(spool), name
        spool.add(item)
    return LazyMapping(
        len(spool),
        lambda: iter(places),
        lambda name: next(spool.read([places[name]])),
        lambda: spool.read(range(len(spool))),
    )
