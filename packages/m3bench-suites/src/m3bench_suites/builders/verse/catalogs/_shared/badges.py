"""Badges of visitors, with lines that are to be read or hidden."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.checks import Check, ImageProperties, PictureChangedOnly
from m3bench.suites import DataFile
from m3bench_suites.builders.tasks import use
from m3bench_suites.builders.verse.catalogs._shared.pictures import COLOURS, WHITE, Area, lettering
from m3bench_suites.builders.verse.family import TaskDraw

READ = "ocr/image_to_data"
_FIRST = ("Ada", "Bruno", "Clara", "Dario", "Edith", "Felix", "Greta", "Henrik", "Iris", "Jonas")
_LAST = ("Marlow", "Keller", "Novak", "Santos", "Berger", "Lindgren", "Moreau", "Castell", "Harper")
_STRENGTH = 61
"""A blur that leaves nothing to read."""


class Badge(msgspec.Struct, frozen=True):
    """A visitor's badge: its lines are on white strips."""

    file: DataFile
    strips: dict[str, Area]
    values: dict[str, str]


def badge(draw: TaskDraw, name: str, values: dict[str, str]) -> Badge:
    """Draw a badge with a line for each value."""
    left, width, high, gap = 30 + 5 * draw.whole(0, 6, name, "left"), 620, 78, 22
    strips, shapes = {}, []
    for index, (label, value) in enumerate(values.items()):
        top = 40 + index * (high + gap)
        strips[label] = (left, top, left + width, top + high)
        shapes += [
            {"rectangle": list(strips[label]), "color": WHITE},
            lettering(f"{label}: {value}", left + 24, top + 20, 32),
        ]
    size = [left + width + 40, 40 + len(values) * (high + gap) + 20]
    content = {"size": size, "background": draw.pick(COLOURS, name, "colour"), "shapes": shapes}
    return Badge(DataFile(f"{name}.png", "png", content), strips, values)


def visitor(draw: TaskDraw, name: str) -> dict[str, str]:
    """Draw what is on a badge."""
    return {
        "Visitor": f"{draw.pick(_FIRST, name, 'first')} {draw.pick(_LAST, name, 'last')}",
        "Room": str(draw.whole(112, 489, name, "room")),
        "Phone": f"555-{draw.whole(1001, 9899, name, 'phone')}",
        "Badge": str(draw.whole(20011, 98999, name, "badge")),
    }


def blurred_line(index: int, label: str) -> dict[str, Any]:
    """Return an area to blur: the line that begins with a label, in the result of reading a badge."""
    line = f"[{index}].lines[?starts_with(text, '{label}')] | [0]"
    sides = {"x": "left", "y": "top", "width": "width", "height": "height"}
    return {name: use(f"{line}.{side}") for name, side in sides.items()} | {"blur_strength": _STRENGTH}


def are_read(index: int, one: Badge) -> tuple[str, ...]:
    """Return the conditions that all lines of a badge were read."""
    return tuple(f"contains([{index}].lines[*].text, '{key}: {value}')" for key, value in one.values.items())


def hidden_checks(one: Badge, label: str, output: str) -> tuple[Check, ...]:
    """Return the checks that one line cannot be read any more, and no other was changed."""
    return (
        PictureChangedOnly(output, one.file.name, (one.strips[label],), least_inside=0.02, hidden=True),
        ImageProperties(output, size=tuple(one.file.content["size"])),
    )
