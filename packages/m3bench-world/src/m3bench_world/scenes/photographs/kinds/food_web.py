"""Animals of one habitat, as in the drawn kind: the number decides which, if there are photographs of all."""

from __future__ import annotations

from m3bench_world.scenes.kinds import food_web
from m3bench_world.scenes.photographs.catalogue import things
from m3bench_world.scenes.photographs.kinds import animals
from m3bench_world.scenes.photographs.standing import Camera, fits, stand
from m3bench_world.scenes.stage import Stage

CASTS = tuple(
    cast
    for cast in food_web.CASTS
    if all(label in things() for label in cast.labels) and cast.setting in animals.SETTINGS
)
"""The casts of the drawn kind whose animals and settings there are photographs of."""

_IN_VIEW = 0.85
_TRIES = 30


def cast_of(number: int) -> food_web.Cast:
    """Return the animals and the setting of a picture: those of the drawn one, or others."""
    drawn = food_web.cast_of(number)
    return drawn if drawn in CASTS else CASTS[number % len(CASTS)]


def compose(stage: Stage) -> None:
    dice, cast = stage.dice, cast_of(stage.number)
    camera = _camera(stage, cast)
    for label in cast.labels:
        for _ in range(dice.whole(1, 2)):
            stand(stage, camera, label, least=_IN_VIEW, tries=_TRIES)
    for _ in range(food_web.people_in(stage.number)):
        stand(stage, camera, "person", least=_IN_VIEW, tries=_TRIES)
    animals.record_facts(stage, cast.setting)


def _camera(stage: Stage, cast: food_web.Cast) -> Camera:
    """Return the camera that shows most of the animals."""
    camera = animals.choose_camera(stage, animals.SETTINGS[cast.setting])
    cameras = [camera._replace(eye=eye) for eye in (1.6, 1.2, 0.9, 0.6)]
    wanted = (*cast.labels, "person")
    return max(cameras, key=lambda each: sum(fits(label, each) for label in wanted))
