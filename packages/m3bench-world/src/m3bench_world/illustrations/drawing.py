"""Draw a prompt: every subject at its place, none covered by another."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from PIL import Image

from m3bench_world.illustrations.grounds import background, seamless, styled
from m3bench_world.illustrations.language import Group, Prompt, UnknownWord
from m3bench_world.illustrations.vocabulary import PLACES, SIZES, VIEWS
from m3bench_world.scenes import DRAWING_LOCK, sprites
from m3bench_world.scenes.painting import Box, Cutout, Dice, Look
from m3bench_world.world import World

Room = tuple[float, float, float, float]

SMALLEST_SIDE, LARGEST_SIDE = 128, 1_536
_LEAST = 14
"""Smallest longer side of a subject in pixels."""
_TRIES = 60
_SHRINK = 0.86
_GAP = 3
_EVERYWHERE = (0.02, 0.02, 0.98, 0.98)
_GROUND = (0.02, 0.36, 0.98, 0.98)
_FLYING = ("bee", "bird", "butterfly", "cloud", "eagle")


@dataclass(frozen=True)
class DrawnSubject:
    """A subject and its bounding box: left, top, right, bottom in pixels."""

    subject: str
    box: Box
    attributes: dict[str, str]
    place: str | None


@dataclass(frozen=True)
class Illustration:
    """A picture and its ground truth."""

    image: Image.Image
    subjects: tuple[DrawnSubject, ...]


def draw_illustration(
    world: World, prompt: Prompt, seed: int = 0, size: tuple[int, int] = (800, 600)
) -> Illustration:
    """Draw a prompt. The same prompt, seed and size give the same pixels.

    Raises:
        UnknownWord: There is no room for all subjects.
    """
    name = str(prompt)
    with DRAWING_LOCK:
        picture = background(
            prompt.background, size, Dice(world.chance.stream("illustration", name, seed, "ground"))
        )
        placed: list[tuple[Box, Cutout, Group]] = []
        for number, group in enumerate(_placed_first(prompt.groups)):
            for item in range(group.count):
                chance = world.chance.stream("illustration", name, seed, number, item)
                room = _room(prompt, group, size)
                placed.append(
                    _place(chance, group, room, _base(prompt, group, room), [box for box, _, _ in placed])
                )
        for box, cutout, _ in placed:
            picture.paste(cutout.image, box[:2], cutout.image)
    subjects = tuple(
        DrawnSubject(group.subject, box, cutout.attributes, group.place) for box, cutout, group in placed
    )
    return Illustration(styled(picture, prompt.style), subjects)


def _placed_first(groups: tuple[Group, ...]) -> list[Group]:
    return sorted(groups, key=lambda group: (group.place is None, len(group.place or ""), group.count))


def _room(prompt: Prompt, group: Group, size: tuple[int, int]) -> Room:
    """Return the part of the picture in which a group stands. In a view, that is not the sky."""
    stands = prompt.background in VIEWS and group.subject not in _FLYING
    share = PLACES[group.place] if group.place else _GROUND if stands else _EVERYWHERE
    return share[0] * size[0], share[1] * size[1], share[2] * size[0], share[3] * size[1]


def _base(prompt: Prompt, group: Group, room: Room) -> float:
    """Return the longer side that subjects of a group have if there is room."""
    sharing = sum(other.count for other in prompt.groups if other.place == group.place)
    wide, high = room[2] - room[0], room[3] - room[1]
    crowd = 1 if group.place else 1.3
    side = min(math.sqrt(wide * high / (sharing * crowd)) * 0.72, wide * 0.92, high * 0.92)
    return side * (SIZES[group.size] if group.size else 1)


def _place(
    chance: Random, group: Group, room: Room, base: float, taken: list[Box]
) -> tuple[Box, Cutout, Group]:
    """Find a free place for a subject, smaller if need be, and draw it."""
    dice = Dice(chance)
    flip, drawn_from = dice.happens(0.5), chance.getrandbits(64)
    side = base
    while side >= _LEAST:
        cutout = _cut(group, side, drawn_from, flip=flip)
        for _ in range(_TRIES):
            box = _box(dice, cutout.size, room)
            if box and not any(_touch(box, other) for other in taken):
                return box, cutout, group
        side *= _SHRINK
    raise UnknownWord("there is no room for all subjects; ask for fewer, or for a larger picture")


def _cut(group: Group, side: float, drawn_from: int, *, flip: bool) -> Cutout:
    wishes = {"colour": group.colour} if group.colour else {}
    look = Look(Random(drawn_from), **wishes)  # noqa: S311 - a picture, not a secret
    return sprites.cut(group.subject, look, size=side, flip=flip)


def _box(dice: Dice, size: tuple[int, int], room: Room) -> Box | None:
    """Return a box of a size inside a room; None if it does not fit."""
    spare = room[2] - room[0] - size[0], room[3] - room[1] - size[1]
    if min(spare) < 1:
        return None
    x, y = (
        math.ceil(room[0] + dice.share() * (spare[0] - 1)),
        math.ceil(room[1] + dice.share() * (spare[1] - 1)),
    )
    return x, y, x + size[0], y + size[1]


def _touch(one: Box, other: Box) -> bool:
    apart = one[2] + _GAP <= other[0] or other[2] + _GAP <= one[0]
    return not (apart or one[3] + _GAP <= other[1] or other[3] + _GAP <= one[1])


def draw_icon(world: World, subject: str, colour: str | None, seed: int, side: int) -> Image.Image:
    """Draw one subject on a transparent square, as large as fits."""
    chance = world.chance.stream("icon", subject, colour, seed)
    # Small sprites are drawn larger and scaled down, so that their lines stay fine.
    drawn = max(side, 96)
    with DRAWING_LOCK:
        cutout = _cut(Group(subject, colour=colour), drawn, chance.getrandbits(64), flip=False)
    scale = min(side / cutout.size[0], side / cutout.size[1], 1.0)
    small = cutout.image.resize(
        (max(1, int(cutout.size[0] * scale)), max(1, int(cutout.size[1] * scale))), Image.Resampling.LANCZOS
    )
    icon = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    icon.paste(small, ((side - small.width) // 2, (side - small.height) // 2))
    return icon


def draw_texture(world: World, material: str, seed: int, side: int) -> Image.Image:
    """Draw a square of a material that can be laid side by side without a seam."""
    with DRAWING_LOCK:
        return seamless(material, side, Dice(world.chance.stream("texture", material, seed)))
