"""Exchange rates between currencies: the European Central Bank's daily reference rates."""

from __future__ import annotations

from bisect import bisect_right
from datetime import date
from functools import cached_property

from m3bench.core import near_misses
from m3bench_world.data import load
from m3bench_world.world import World

EURO = "EUR"


class UnknownCurrency(LookupError):
    """The currency has no reference rate."""

    def __init__(self, currency: str, near: list[str]) -> None:
        super().__init__(f"no reference rate for '{currency[:20]}'")
        self.near = near


class NoRateYet(LookupError):
    """The date is before the first rate of the table."""

    def __init__(self, day: date, first: date) -> None:
        super().__init__(f"no reference rate on {day}: the table begins on {first}")


class Money:
    """Exchange rates: the price of one unit of the base in the quote.

    A day without a rate has that of the previous day; days after the end of the table have the last one.
    """

    def __init__(self, world: World) -> None:
        self._today = world.now.date()

    @cached_property
    def _table(self) -> dict[str, list[str | float]]:
        return load("rates", dict[str, list[str | float]])

    @cached_property
    def _days(self) -> list[str]:
        return [str(day) for day in self._table["date"]]

    @property
    def first_day(self) -> date:
        return date.fromisoformat(self._days[0])

    @cached_property
    def _codes(self) -> tuple[str, ...]:
        return tuple(sorted({EURO, *self._table} - {"date"}))

    def currencies(self) -> tuple[str, ...]:
        """Return the ISO codes that have a rate, sorted."""
        return self._codes

    def rate(self, base: str, quote: str, day: date | None = None) -> float:
        """Return the price of one `base` in `quote` on a day, today by default."""
        row = self._row(day or self._today)
        return self._per_euro(quote, row) / self._per_euro(base, row)

    def convert(self, amount: float, base: str, quote: str, day: date | None = None) -> float:
        return amount * self.rate(base, quote, day)

    def _row(self, day: date) -> int:
        row = bisect_right(self._days, day.isoformat()) - 1
        if row < 0:
            raise NoRateYet(day, self.first_day)
        return row

    def _per_euro(self, currency: str, row: int) -> float:
        code = currency.strip().upper()
        if code == EURO:
            return 1.0
        if code not in self._codes:
            raise UnknownCurrency(currency, near_misses(currency, self._codes))
        return float(self._table[code][row])
