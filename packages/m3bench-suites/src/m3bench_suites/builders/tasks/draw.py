"""The random choices of generated tasks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from m3bench.core import Art, CameraLevel
from m3bench.worlds import Picture

if TYPE_CHECKING:
    from m3bench_suites.builders.tasks.family import Family
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_Item = TypeVar("_Item")


class SuiteDraw:
    """The source of one task's random choices: a world, the family, and the number of the task."""

    suite: ClassVar[str]
    """The name of the suite. It is part of every choice."""
    first_picture: ClassVar[int]
    """The number of the first picture of the suite. Suites with the same one may share pictures."""
    art: ClassVar[Art] = Art.DRAWN

    def __init__(self, world: World, family: Family, number: int) -> None:
        self.world, self.family, self.number = world, family, number

    @property
    def id(self) -> str:
        return f"{self.suite}/{self.family.name}/{self.world.seed}-{self.number}"

    @property
    def occurrence(self) -> int:
        """How many earlier tasks of the family ask for the same kind of thing."""
        return self.family.occurrence(self.number)

    @property
    def camera(self) -> CameraLevel:
        """The camera level of the task's pictures."""
        return CameraLevel.CLEAN

    def pick(self, items: Sequence[_Item], *name: object) -> _Item:
        """Return one of the items. The same world, family, number and name give the same item."""
        return self.world.chance.pick(items, self.suite, self.family.name, self.number, *name)

    def in_turn(self, items: Sequence[_Item], *name: object) -> _Item:
        """Return one of the items. Each round of tasks of a kind, one for each item, has every item once."""
        turn, place = divmod(self.occurrence, len(items))
        name = (self.suite, self.family.name, turn, *name)
        order = sorted(range(len(items)), key=lambda index: self.world.chance.bits(*name, index))
        return items[order[place]]

    def sample(self, items: Sequence[_Item], count: int, *name: object) -> list[_Item]:
        """Return several different items in random order."""
        left = list(items)
        return [
            left.pop(self.whole(0, len(left) - 1, *name, index)) for index in range(min(count, len(left)))
        ]

    def whole(self, low: int, high: int, *name: object) -> int:
        """Return an integer from low to high, both included."""
        return self.world.chance.whole(low, high, self.suite, self.family.name, self.number, *name)

    def picture(self, name: str, kind: str, *, part: int = 0, **settings: Any) -> ScenePicture:
        """Return a picture that no other task of the family has. `part` numbers the pictures of one task."""
        number = self.first_picture + self.family.number * 10_000 + self.number * 10 + part
        return self.scene_picture(name, kind, number, **settings)

    def scene_picture(self, name: str, kind: str, number: int, **settings: Any) -> ScenePicture:
        """Return the picture with this scene number, in the art and at the camera level of the task."""
        return ScenePicture(self.world, Picture(name, kind, number, self.camera, self.art, settings))

    def photo_name(self, part: int = 0) -> str:
        """Return a file name like those of cameras, such as `IMG_4821.png`."""
        return f"IMG_{self.whole(1000, 9999, 'photo', part)}.png"

    def phrased(self, *forms: str, **words: object) -> str:
        """Return one of several wordings, filled with the words."""
        return self.pick(forms, "phrasing").format(**words)


class ScenePicture:
    """A picture together with its scene, which holds the ground truth."""

    def __init__(self, world: World, picture: Picture) -> None:
        self._world, self.picture = world, picture
        self.name = picture.name

    @cached_property
    def scene(self) -> Scene:
        from m3bench_world.scenes import compose_picture  # noqa: PLC0415 - loads the drawing libraries

        return compose_picture(self._world, self.picture).scene
