"""Medicines of the pharmacy on a table or a tray: boxes, with a blister pack, a pill bottle or a tube."""

from __future__ import annotations

from typing import Any

from PIL import Image

from m3bench_world.scenes.painting import Cutout, Dice, Look, textures
from m3bench_world.scenes.prints import Medicine, PackageStyle, label_area, set_print, some_medicines, wrap
from m3bench_world.scenes.stage import Area, Stage, scatter

_SIZE = (1000, 750)
_MANNERS = ("stripe", "wedge", "bow", "plain")
_WIDTHS = {
    "medicine box": (360, 420),
    "pill bottle": (210, 240),
    "tube": (190, 215),
    "blister pack": (330, 380),
}
_TALL = {"medicine box": 0.56, "pill bottle": 1.4, "tube": 1.75, "blister pack": 0.56}


def compose(stage: Stage) -> None:
    stage.size = _SIZE
    stage.backdrop = _ground(stage.dice)
    listed: list[dict[str, Any]] = []
    for medicine in some_medicines(stage.world, stage.dice, stage.dice.pick((1, 2, 2, 3))):
        packages = [kind for kind in _packages(stage.dice, medicine) if _lay(stage, medicine, kind)]
        if packages:
            listed.append({**medicine.facts(), "packages": packages})
    stage.facts = {"medicines": listed}


def _ground(dice: Dice) -> Image.Image:
    paint = dice.pick(("wood", "tiles", "fabric", "plaster"))
    if paint == "wood":
        return textures.wood(_SIZE, dice)
    if paint == "tiles":
        return textures.tiles(_SIZE, dice, dice.pick(("#dfe6e8", "#cfdcd8", "#e9e2d5")), 125)
    if paint == "fabric":
        return textures.fabric(_SIZE, dice)
    return textures.plaster(_SIZE, dice, dice.pick(("#9fb4bf", "#c9bfae", "#7f8f86", "#d8dde0")))


def _packages(dice: Dice, medicine: Medicine) -> list[str]:
    if medicine.spread:
        return ["medicine box", "tube"] if dice.happens(0.5) else ["tube"]
    return dice.pick(
        (["medicine box"], ["medicine box", "blister pack"], ["pill bottle"], ["medicine box", "pill bottle"])
    )


def _lay(stage: Stage, medicine: Medicine, kind: str) -> bool:
    """Place one package and return whether there was room."""
    cutout = _printed(stage, medicine, kind)
    if cutout is None:
        return False
    wide, high = cutout.size
    area = Area(wide / 2 + 8, high / 2 + 8, _SIZE[0] - wide / 2 - 8, _SIZE[1] - high / 2 - 8)
    return scatter(stage, cutout, area, anchor="centre", shadow="flat", least=1.0, tries=40) is not None


def _printed(stage: Stage, medicine: Medicine, kind: str) -> Cutout | None:
    dice = stage.dice
    manner, turn = dice.pick(_MANNERS), dice.between(-9, 9)
    look = Look(dice.branch())
    for width in _WIDTHS[kind]:
        size = width, width * _TALL[kind]
        text = set_print(medicine, label_area(kind, size), manner, short=kind == "blister pack")
        if text:
            cutout = wrap(kind, look, size, PackageStyle(medicine.stripe, text.paint), turn=turn)
            cutout.attributes.update({name: str(fact) for name, fact in medicine.facts().items()})
            return cutout
    return None
