"""Packaged medicines: name, ingredient, strength and form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Paint, darker, ellipse, lighter, polygon, rect
from m3bench_world.scenes.prints.typeset import (
    Block,
    Line,
    block_height,
    is_writable,
    set_lines,
    stack_blocks,
)
from m3bench_world.scenes.prints.wrapping import Frame

if TYPE_CHECKING:
    from m3bench_world.world import World

_COUNTED = ("tablet", "capsule", "caplet", "lozenge", "softgel")
_SPREAD = ("cream", "gel", "ointment", "lotion", "toothpaste")
_STRIPES = ("#c8322c", "#1f5aa6", "#2f8a4f", "#e08a1e", "#6a3f94", "#0f8a9a", "#b02a6a")


class Medicine(NamedTuple):
    brand: str
    generic: str
    strength: str
    form: str
    pieces: int
    """Number of tablets or capsules; 0 if not counted."""
    stripe: Paint

    @property
    def contents(self) -> str:
        return f"{self.pieces} {self.form}s" if self.pieces else self.form

    @property
    def spread(self) -> bool:
        return not self.pieces

    def facts(self) -> dict[str, object]:
        about = {name: getattr(self, name) for name in ("brand", "generic", "strength", "form")}
        return about | ({"count": self.pieces} if self.pieces else {})


def some_medicines(world: World, dice: Dice, count: int) -> list[Medicine]:
    """Return different common drugs, each under one of its brands."""
    found: list[Medicine] = []
    for drug in dice.shuffled(world.pharmacy.common()):
        product = dice.pick(drug.products)
        brand = dice.pick(drug.brands) if drug.brands else ""
        strength = dice.pick(product.strengths) if product.strengths else ""
        if not is_writable(drug.name, brand, strength, product.form) or len(drug.name) > 26:
            continue
        counted = product.form.endswith(_COUNTED)
        if not counted and not product.form.endswith(_SPREAD):
            continue
        number = dice.pick((12, 16, 20, 24, 30, 48)) if counted else 0
        stripe = Dice(world.chance.stream("medicine stripe", brand)).pick(_STRIPES)
        found.append(Medicine(brand, drug.name, strength, product.form, number, stripe))
        if len(found) == count:
            break
    return found


class Print(NamedTuple):
    """The typeset text of a medicine, in the style of its package."""

    medicine: Medicine
    groups: list[list[Line]]
    manner: str

    def paint(self, canvas: Canvas, area: Frame) -> None:
        stripe = self.medicine.stripe
        canvas.fill(area.shape, "#fdfdfb")
        right, bottom = area.x + area.width, area.y + area.height
        if self.manner == "stripe":
            canvas.fill(rect(area.x, area.y, area.width * 0.06, area.height), stripe)
        elif self.manner == "wedge":
            canvas.fill(polygon((right, area.y), (right, bottom), (right - area.width * 0.2, bottom)), stripe)
        elif self.manner == "bow":
            with canvas.inside(area.shape):
                low = ellipse(area.middle, bottom + area.height * 0.72, area.width * 0.9, area.height)
                canvas.fill(low, lighter(stripe, 0.75))
        canvas.fill(rect(area.x, area.y, area.width, area.height * 0.06), darker(stripe, 0.1))
        free = area.height * 0.88 - sum(map(block_height, self.groups))
        gap, top = free / (len(self.groups) + 1), area.y + area.height * 0.08
        for lines in self.groups:
            top = set_lines(canvas, lines, area.x + area.width * 0.09, top + gap, anchor="start")


def set_print(medicine: Medicine, area: Frame, manner: str, *, short: bool = False) -> Print | None:
    """Typeset the text for an area, or return None if it would be too small; `short` is name and strength
    only."""
    largest = area.width * 0.17
    ink = darker(medicine.stripe, 0.35)
    blocks = [
        Block(medicine.brand, largest, 1, 0.02, ink),
        Block(medicine.generic, largest * 0.6, 2, 0.0, "#2b2b30"),
        Block(medicine.strength, largest * 0.7, 2, 0.012, "#15151a"),
        Block(medicine.contents, largest * 0.5, 2, 0.0, "#2b2b30"),
    ]
    if short:
        blocks = [Block(f"{medicine.brand} {medicine.strength}", 30, 1, 0.01, ink)]
    width = area.width * (0.72 if manner == "wedge" else 0.84)
    groups = stack_blocks(blocks, width, area.height * 0.82)
    return Print(medicine, groups, manner) if groups else None
