"""Resting poses of everyday things: most stand, some lie flat in any direction."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Dice, Shadow


class Rest(NamedTuple):
    turn: float
    shadow: Shadow


_LYING = {
    "fork": (55, 125), "knife": (55, 125), "spoon": (55, 125), "scissors": (30, 150), "phone": (15, 165),
    "mouse": (-35, 35), "keyboard": (-9, 9), "book": (-8, 8), "banana": (-25, 25),
}  # fmt: skip


def rest(dice: Dice, label: str, *, tilt: float = 3) -> Rest:
    """Return a suitable rotation in degrees, and the type of shadow.

    Standing things lean by at most `tilt`.
    """
    if label in _LYING:
        side = -1 if dice.happens(0.5) else 1
        return Rest(side * dice.between(*_LYING[label]), "flat")
    return Rest(dice.between(-tilt, tilt), "ground")
