"""What a family of M³-Bench is: a generator of tasks from a world and a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import msgspec

from m3bench.suites.planning import Blueprint, Picture

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Scene

_Item = TypeVar("_Item")


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """One of the 28, under its number and title in section 6.1 of the paper."""

    number: int
    name: str
    """As in task ids: `items_price`."""
    title: str
    goal: str
    """What the tasks ask for, in a sentence."""
    make: Callable[[TaskDraw], Blueprint]


class TaskDraw:
    """What one task is drawn from: a world, the family, and the number of the task in it."""

    def __init__(self, world: World, family: Family, number: int) -> None:
        self.world, self.family, self.number = world, family, number

    @property
    def id(self) -> str:
        return f"m3/{self.family.name}/{self.world.seed}-{self.number}"

    def pick(self, items: Sequence[_Item], *name: object) -> _Item:
        """One of the items, the same for the same world, family, number and name."""
        return self.world.chance.pick(items, "m3", self.family.name, self.number, *name)

    def sample(self, items: Sequence[_Item], count: int, *name: object) -> list[_Item]:
        """Several different ones, in an order of their own."""
        left = list(items)
        return [
            left.pop(self.whole(0, len(left) - 1, *name, place)) for place in range(min(count, len(left)))
        ]

    def whole(self, low: int, high: int, *name: object) -> int:
        """A whole number from low to high, both included."""
        return self.world.chance.whole(low, high, "m3", self.family.name, self.number, *name)

    def picture(self, name: str, kind: str, *, part: int = 0) -> Pictured:
        """A picture that no other task of the family has: `part` tells several of one task apart."""
        return Pictured(
            self.world, Picture(name, kind, 1000 + self.family.number * 10_000 + self.number * 10 + part)
        )

    def photo_name(self, part: int = 0) -> str:
        """A file name as cameras give them, another one for each task: `IMG_4821.png`."""
        return f"IMG_{self.whole(1000, 9999, 'photo', part)}.png"

    def phrased(self, *forms: str, **words: object) -> str:
        """One of several ways to say the same."""
        return self.pick(forms, "phrasing").format(**words)


class Pictured:
    """A picture, and the truth about it."""

    def __init__(self, world: World, picture: Picture) -> None:
        self._world, self.picture = world, picture
        self.name = picture.name

    @cached_property
    def scene(self) -> Scene:
        from m3bench.world.scenes import compose  # noqa: PLC0415 - loads the drawing libraries

        return compose(self._world, self.picture.kind, self.picture.number).scene
