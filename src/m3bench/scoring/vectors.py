"""Vectors by text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from m3bench.encoders import Vectors


class VectorTable(Mapping[str, Vectors]):
    """The vectors of distinct texts, one row each.

    Args:
        texts: Distinct texts.
        table: Their vectors, in the same order.
    """

    def __init__(self, texts: Sequence[str], table: Vectors) -> None:
        self.table = table
        self._rows = {text: row for row, text in enumerate(texts)}

    def __getitem__(self, text: str) -> Vectors:
        vector: Vectors = self.table[self._rows[text]]
        return vector

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def rows(self, texts: Iterable[str]) -> NDArray[np.intp]:
        """Return the rows of texts in the table."""
        known = self._rows
        return np.array([known[text] for text in texts], dtype=np.intp)
