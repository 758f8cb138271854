"""Labels of goods and of drugs: one design per brand, with text as large as possible."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Paint, darker, ellipse, lighter, polygon, rect, star
from m3bench_world.scenes.prints.typeset import (
    Block,
    Line,
    block_height,
    is_writable,
    set_lines,
    stack_blocks,
)
from m3bench_world.scenes.prints.wrapping import Frame
from m3bench_world.world import World

_INSET = 0.07
_MOTIF_FROM = 54
"""Minimum free height in pixels for a motif."""


class Design(NamedTuple):
    """Colours and style of a brand."""

    ground: Paint
    ink: Paint
    accent: Paint
    on_accent: Paint
    manner: str
    motif: str


_SCHEMES = (
    ("#c62f2b", "#ffffff", "#f7e7b8", "#7a1512"), ("#1f5aa6", "#ffffff", "#f4d23e", "#12325e"),
    ("#f5efe0", "#8a1f1a", "#8a1f1a", "#ffffff"), ("#2f7d46", "#ffffff", "#f6f1dd", "#1c4f2b"),
    ("#f4c62f", "#5a1a12", "#c8322a", "#ffffff"), ("#ffffff", "#1b4f96", "#1b4f96", "#ffffff"),
    ("#5b2e86", "#ffffff", "#f0d9f5", "#43206a"), ("#f08a24", "#3a1c06", "#ffffff", "#8a3f06"),
    ("#222429", "#f5d77a", "#b3202a", "#ffffff"), ("#e9f3f7", "#0f5b78", "#1593b5", "#ffffff"),
    ("#e6eed6", "#2d5a22", "#5f9a3c", "#ffffff"), ("#f3dfe4", "#93224f", "#c23b73", "#ffffff"),
)  # fmt: skip
_MANNERS = ("plain", "frame", "oval", "slant", "rays", "wave")
_MOTIFS = ("drops", "leaf", "star", "rings", "hills")


def design_of(dice: Dice) -> Design:
    """Draw a design with the brand's own dice, so that all its goods look alike."""
    return Design(*dice.pick(_SCHEMES), dice.pick(_MANNERS), dice.pick(_MOTIFS))


class Wording(NamedTuple):
    """Text of a label. The kind of goods is left out if there is no room."""

    brand: str
    variant: str
    size: str
    noun: str = ""


class Label(NamedTuple):
    """A typeset label, to be painted on the area it was set for."""

    design: Design
    groups: list[list[Line]]

    def paint(self, canvas: Canvas, area: Frame) -> None:
        brand, variant, *rest = self.groups
        free = area.height * (1 - 2 * _INSET) - sum(map(block_height, self.groups))
        gap = free / (len(self.groups) + 1)
        top = area.y + area.height * _INSET + gap * 0.6
        with canvas.inside(area.shape):
            _ground(canvas, area, self.design)
            _behind_brand(canvas, Frame(area.x, top, area.width, block_height(brand)), self.design)
        top = set_lines(canvas, brand, area.middle, top) + gap
        band = Frame(area.x, top - 5, area.width, block_height(variant) + 10)
        canvas.fill(band.shape, self.design.accent)
        top = set_lines(canvas, variant, area.middle, top)
        below = sum(map(block_height, rest))
        room = area.y + area.height * (1 - _INSET) - below - top - 12
        if room > _MOTIF_FROM:
            _motif(canvas, Frame(area.x, top + 8, area.width, room), self.design)
            top += room + 12
        else:
            top += max(6.0, gap)
        for lines in rest:
            top = set_lines(canvas, lines, area.middle, top) + max(
                0.0, (gap if room <= _MOTIF_FROM else 0) * 0.5
            )


def set_label(design: Design, wording: Wording, area: Frame, *, largest: float = 46) -> Label | None:
    """Typeset the label for an area, or return None if its text would be too small."""
    width, height = area.width * (0.86 if area.width < 190 else 0.9), area.height * (1 - 2 * _INSET) - 16
    last = [Block(wording.size, 26, 2, 0.012, design.ink)]
    first = [Block(wording.brand, largest, 2, 0.022, design.ink)]
    first.append(Block(wording.variant, largest * 0.68, 3, 0.01, design.on_accent))
    noun = [Block(wording.noun, largest * 0.56, 2, 0.0, design.ink)] if wording.noun else []
    for blocks in ([*first, *noun, *last], [*first, *last]):
        groups = stack_blocks(blocks, width, height)
        if groups:
            return Label(design, groups)
    return None


def _ground(canvas: Canvas, area: Frame, design: Design) -> None:
    canvas.fill(area.shape, design.ground)
    pale = lighter(design.ground, 0.16)
    right, bottom = area.x + area.width, area.y + area.height
    if design.manner == "slant":
        corner = area.part(0, 0.62, 1, 0.38)
        canvas.fill(polygon((corner.x, bottom), (right, corner.y), (right, bottom)), pale)
    elif design.manner == "wave":
        low = area.part(0, 0.7, 1, 0.3)
        for index in range(3):
            canvas.fill(
                ellipse(low.x + low.width * (0.15 + index * 0.4), bottom, low.width * 0.3, low.height * 0.7),
                pale,
            )
    elif design.manner == "frame":
        inner = area.part(0.035, 0.03, 0.93, 0.94)
        canvas.stroke(rect(*inner), design.accent, 2.5, closed=True)


def _behind_brand(canvas: Canvas, place: Frame, design: Design) -> None:
    middle = place.y + place.height / 2
    if design.manner == "oval":
        tone = lighter(design.ground, 0.22)
        canvas.fill(
            ellipse(place.middle, middle, place.width * 0.47, place.height * 0.66),
            tone,
            outline=design.accent,
            width=2,
        )
    elif design.manner == "rays":
        tone = lighter(design.ground, 0.14)
        canvas.fill(star(place.middle, middle, place.width * 0.5, place.width * 0.3, 16), tone)


def _motif(canvas: Canvas, place: Frame, design: Design) -> None:
    """Draw a small abstract motif that cannot be mistaken for a thing in the scene."""
    x, y = place.middle, place.y + place.height / 2
    reach = min(place.height * 0.44, place.width * 0.32)
    with canvas.moved(x, y, scale=reach):
        _MOTIF_PAINTERS[design.motif](canvas, design)


def _drops(canvas: Canvas, design: Design) -> None:
    for shift, scale in ((-0.75, 0.6), (0.0, 1.0), (0.75, 0.6)):
        with canvas.moved(shift, 0.1, scale=scale):
            canvas.fill(
                "M0 -1 C 0.2 -0.5 0.6 -0.1 0.6 0.35 C 0.6 1 -0.6 1 -0.6 0.35 C -0.6 -0.1 -0.2 -0.5 0 -1 Z",
                design.accent,
            )
            canvas.fill(ellipse(-0.2, 0.3, 0.12, 0.24), lighter(design.accent, 0.6))


def _leaf(canvas: Canvas, design: Design) -> None:
    for turn in (-50, 0, 50):
        with canvas.moved(0, 0.8, turn=turn):
            canvas.fill("M0 0 C -0.5 -0.6 -0.3 -1.3 0 -1.7 C 0.3 -1.3 0.5 -0.6 0 0 Z", design.accent)
            canvas.line((0, 0), (0, -1.4), colour=design.ground, width=0.05)


def _star(canvas: Canvas, design: Design) -> None:
    canvas.fill(star(0, 0, 1, 0.62, 14), design.accent)
    canvas.fill(star(0, 0, 0.5, 0.2, 5), design.on_accent)


def _rings(canvas: Canvas, design: Design) -> None:
    for x in (-0.6, 0.0, 0.6):
        canvas.stroke(ellipse(x, 0, 0.55), design.accent, 0.14, closed=True)


def _hills(canvas: Canvas, design: Design) -> None:
    canvas.fill(ellipse(0.5, -0.45, 0.36), design.accent)
    canvas.fill("M-1.4 0.9 C -1 0 -0.5 -0.1 -0.2 0.4 C 0.1 0 0.8 -0.2 1.4 0.9 Z", design.on_accent)
    canvas.fill("M-1.4 0.9 C -0.8 0.3 0.2 0.3 1.4 0.9 Z", design.accent)


_MOTIF_PAINTERS = {"drops": _drops, "leaf": _leaf, "star": _star, "rings": _rings, "hills": _hills}


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
