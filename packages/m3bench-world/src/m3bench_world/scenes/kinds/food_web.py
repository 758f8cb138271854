"""Animals of one habitat. In some pictures one eats another, in others none does."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.kinds import animals
from m3bench_world.scenes.stage import Area, Stage, scatter


class Cast(NamedTuple):
    """Animals and setting of a picture."""

    setting: str
    ground: tuple[str, ...]
    flying: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        return self.ground + self.flying


CASTS = (
    Cast("savanna", ("zebra", "lion")),
    Cast("pond", ("frog", "snake"), ("bee",)),
    Cast("farm", ("cow", "horse", "sheep")),
    Cast("forest", ("deer", "wolf")),
    Cast("savanna", ("elephant", "giraffe", "zebra")),
    Cast("jungle", ("frog", "elephant"), ("butterfly",)),
    Cast("pond", ("crocodile", "duck")),
    Cast("forest", ("deer", "rabbit"), ("bee",)),
    Cast("arctic", ("rabbit", "fox")),
    Cast("savanna", ("antelope", "lion")),
    Cast("pond", ("crocodile", "frog", "snake")),
    Cast("forest", ("rabbit", "fox", "deer")),
    Cast("pond", ("frog",), ("bee", "butterfly")),
    Cast("farm", ("sheep", "horse"), ("butterfly",)),
    Cast("savanna", ("zebra", "antelope", "lion")),
    Cast("forest", ("deer", "owl")),
    Cast("forest", ("deer", "wolf", "owl")),
    Cast("savanna", ("elephant", "zebra"), ("eagle",)),
    Cast("pond", ("frog", "snake"), ("butterfly",)),
    Cast("farm", ("cow", "sheep", "cat")),
    Cast("forest", ("deer", "wolf"), ("butterfly",)),
    Cast("savanna", ("giraffe", "elephant"), ("eagle",)),
    Cast("jungle", ("frog",), ("butterfly",)),
)
_MOST_PEOPLE = 2
_IN_VIEW = 0.85


def cast_of(number: int) -> Cast:
    """Return the animals and setting of a picture."""
    return CASTS[number % len(CASTS)]


def people_in(number: int) -> int:
    """Return the number of people in a picture."""
    return number // len(CASTS) % (_MOST_PEOPLE + 1)


def compose(stage: Stage) -> None:
    dice, cast = stage.dice, cast_of(stage.number)
    setting = animals.SETTINGS[cast.setting]
    horizon = dice.whole(190, 260)
    stage.backdrop = setting.backdrop(stage.size, dice, horizon)
    near = horizon + round((stage.size[1] - horizon) * 0.36) if cast.setting == "pond" else horizon + 40
    for label in sorted(cast.ground, key=lambda label: -animals.SIZES[label]):
        for _ in range(dice.whole(1, 2 if len(cast.ground) > 2 else 3)):
            _place(stage, cast.setting, label, near)
    for _ in range(people_in(stage.number)):
        animals.place_person(stage, near)
    for label in cast.flying:
        animals.place_flying(stage, label, horizon)
    animals.record_facts(stage, cast.setting)


def _place(stage: Stage, setting: str, label: str, near: float) -> None:
    y = stage.dice.between(near + 30, stage.size[1] - 12)
    cutout = animals.cut_animal(stage, setting, label, y, near)
    half = cutout.size[0] / 2
    area = Area(half + 4, near + 30, stage.size[0] - half - 4, stage.size[1] - 12)
    scatter(stage, cutout, area, least=_IN_VIEW, tries=30)
