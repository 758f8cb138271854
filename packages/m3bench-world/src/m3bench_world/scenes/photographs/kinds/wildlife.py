"""Animals that the drawn kinds do not have, in a landscape, to be named and counted."""

from __future__ import annotations

from m3bench_world.scenes.photographs import grounds
from m3bench_world.scenes.photographs.kinds.animals import Setting, choose_camera
from m3bench_world.scenes.photographs.standing import fits, stand
from m3bench_world.scenes.stage import Stage

SETTINGS = {
    "savanna": Setting(
        (grounds.savanna,),
        ("wildebeest", "rhinoceros", "hippopotamus", "camel", "crane", "guineafowl", "elephant", "zebra"),
    ),
    "pasture": Setting(
        (grounds.meadow, grounds.mountains),
        ("goat", "donkey", "bison", "reindeer", "turkey", "kangaroo", "wombat", "guineafowl"),
    ),
    "forest": Setting(
        (grounds.forest,), ("beaver", "squirrel", "bison", "reindeer", "gorilla", "turkey", "bear", "fox")
    ),
    "lake": Setting((grounds.lakeside,), ("otter", "beaver", "flamingo", "crane", "duck")),
}


def compose(stage: Stage) -> None:
    dice = stage.dice
    name = dice.pick(tuple(SETTINGS))
    camera = choose_camera(stage, SETTINGS[name])
    able = [label for label in SETTINGS[name].animals if fits(label, camera)]
    chosen = dice.some(able, dice.whole(2, 4))
    for _ in range(dice.whole(4, 8)):
        stand(stage, camera, dice.pick(chosen), least=0.8)
    counts = {label: stage.count(label) for label in sorted(chosen) if stage.count(label)}
    stage.facts = {"setting": name, "animals": counts, "total": sum(counts.values())}
