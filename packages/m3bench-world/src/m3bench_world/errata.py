"""Errata: what one source states wrongly, so that it contradicts another source of the same fact."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench_world.world import World

_SHARE = 0.25
_LEAST, _MOST = 0.06, 0.35
"""How far a wrong number is from the right one, as a part of it."""
_LEAST_DAYS, _MOST_DAYS = 3, 40


class Errata:
    """The mistakes of sources. Whether a source is wrong about a thing depends on the seed alone."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance

    def has(self, source: str, thing: object) -> bool:
        """Return whether a source is wrong about a thing. A source has a name such as `trial articles`."""
        return self._chance.happens(_SHARE, "erratum", source, thing)

    def whole(self, source: str, thing: object, right: int) -> int:
        """Return a number as the source states it."""
        if not self.has(source, thing):
            return right
        part = self._chance.between(_LEAST, _MOST, "erratum", source, thing, "part")
        less = right > 1 and self._chance.happens(0.5, "erratum", source, thing, "less")
        away = max(1, round(abs(right) * part))
        return right - away if less else right + away

    def day(self, source: str, thing: object, right: date) -> date:
        """Return a date as the source states it."""
        if not self.has(source, thing):
            return right
        days = self._chance.whole(_LEAST_DAYS, _MOST_DAYS, "erratum", source, thing, "days")
        return right - timedelta(days=days)

    def pick(self, source: str, thing: object, right: str, others: tuple[str, ...]) -> str:
        """Return a word as the source states it: the right one, or one of the others."""
        wrong = [other for other in others if other != right]
        if not wrong or not self.has(source, thing):
            return right
        return self._chance.pick(wrong, "erratum", source, thing, "word")
