"""The formulas of the sky on numpy arrays: import this only where many points are needed at once."""

from __future__ import annotations

import numpy as np

from m3bench_world.sky.maths import Maths, Rows, Values


class Arrays:
    """Formulas on arrays that numpy can broadcast."""

    sin = staticmethod(np.sin)
    cos = staticmethod(np.cos)
    asin = staticmethod(np.arcsin)
    atan2 = staticmethod(np.arctan2)
    exp = staticmethod(np.exp)
    sqrt = staticmethod(np.sqrt)
    clip = staticmethod(np.clip)

    @staticmethod
    def floor(x: Values) -> Values:
        return np.floor(x).astype(np.int64)

    @staticmethod
    def split(x: Values) -> tuple[Values, Values]:
        whole = np.floor(x)
        return whole.astype(np.int64), x - whole

    @staticmethod
    def line(numbers: list[int] | list[float]) -> Values:
        return np.array(numbers)

    @staticmethod
    def table(rows: Rows) -> Values:
        return np.array(rows)

    @staticmethod
    def at(table: Values, row: Values, column: Values) -> Values:
        return table[row, column]


ARRAYS: Maths = Arrays()
