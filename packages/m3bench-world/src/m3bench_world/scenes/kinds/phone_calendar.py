"""A phone with the calendar of a day: appointments are blocks beside the hours, without written times."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Lens, mix, rect, textures
from m3bench_world.scenes.prints import PHONE, page, phone
from m3bench_world.scenes.stage import Stage

_SIZE = (760, 1100)
_FIRST, _LAST = 8, 22
_HOUR = 58
_LEFT, _EDGE = 132, 560
_SHORTEST_GAP, _CLEAR = 3, 2
"""Half hours of the longest gap at least, and by how many it is longer than any other."""
_TITLES = (
    "Dentist", "Team call", "Lunch with Ida", "Piano lesson", "Review", "Gym", "Parents' evening",
    "Car service", "Interview", "Book club", "Choir", "Handover", "Yoga", "Site visit",
)  # fmt: skip
_INKS = ("#2f6fb5", "#2f8f5b", "#b5482f", "#7a4fb0", "#a8741a")
_THEMES = (
    ("#1b1d21", "#ffffff", "#1c2026"),
    ("#3a3d44", "#f6f3ec", "#2a241c"),
    ("#0d0f12", "#14181d", "#eef1f4"),
)


class Block(NamedTuple):
    """An appointment from one half hour of the day to another."""

    title: str
    start: int
    end: int


def compose(stage: Stage) -> None:
    dice = stage.dice
    body, screen, ink = dice.pick(_THEMES)
    blocks = _blocks(dice)
    day = stage.world.now.date() + timedelta(days=dice.whole(1, 25))
    stage.size, stage.lens, stage.surface = _SIZE, Lens.clean(), "phone"
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(*PHONE)
    top = phone(canvas, body, screen, ink, f"{dice.whole(7, 22):02d}:{dice.whole(0, 59):02d}")
    canvas.text(f"{day:%A}, {day.day} {day:%B}", 44, top + 36, 32, ink, anchor="start", weight=0.012)
    _grid(canvas, top + 92, screen, ink)
    for block, colour in zip(blocks, dice.shuffled([*_INKS, *_INKS]), strict=False):
        _draw(canvas, block, top + 92, colour)
    stage.put(canvas.cutout().trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    gap = _longest_gap(blocks)
    stage.facts = {
        "date": day.isoformat(),
        "blocks": [
            {"title": shown.title, "start": clock(shown.start), "end": clock(shown.end)} for shown in blocks
        ],
        "gap": {"start": clock(gap[0]), "end": clock(gap[1]), "minutes": 30 * (gap[1] - gap[0])},
        "hour": _HOUR,
    }


def clock(half: int) -> str:
    return f"{half // 2:02d}:{half % 2 * 30:02d}"


def _blocks(dice: Dice) -> list[Block]:
    """Draw appointments with one gap between them that is clearly the longest."""
    while True:
        count, start = dice.whole(4, 6), 2 * _FIRST + dice.whole(0, 3)
        blocks: list[Block] = []
        for title in dice.some(_TITLES, count):
            end = start + dice.whole(2, 4)
            blocks.append(Block(title, start, end))
            start = end + dice.pick((0, 1, 1, 2, 4, 5, 6, 7))
        gaps = sorted(later.start - one.end for one, later in pairwise(blocks))
        if blocks[-1].end <= 2 * _LAST and gaps[-1] >= max(_SHORTEST_GAP, gaps[-2] + _CLEAR):
            return blocks


def _longest_gap(blocks: list[Block]) -> tuple[int, int]:
    gaps = [(one.end, later.start) for one, later in pairwise(blocks)]
    return max(gaps, key=lambda gap: gap[1] - gap[0])


def _grid(canvas: Canvas, top: float, screen: str, ink: str) -> None:
    for hour in range(_FIRST, _LAST + 1):
        y = top + (hour - _FIRST) * _HOUR
        canvas.line((_LEFT, y), (_EDGE, y), colour=mix(screen, ink, 0.3), width=1.5)
        canvas.text(f"{hour:02d}:00", _LEFT - 12, y, 25, ink, anchor="end")


def _draw(canvas: Canvas, block: Block, top: float, colour: str) -> None:
    first, last = (top + (half / 2 - _FIRST) * _HOUR for half in (block.start, block.end))
    canvas.fill(rect(_LEFT + 8, first, _EDGE - _LEFT - 16, last - first, 6), colour)
    canvas.text(block.title, _LEFT + 26, first + 27, 25, "#ffffff", anchor="start", widest=380)
