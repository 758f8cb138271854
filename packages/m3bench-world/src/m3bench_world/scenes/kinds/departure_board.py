"""A departure board in an airport: flights with delays and cancellations, and a clock."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Lens, mix, rect, textures
from m3bench_world.scenes.prints import TOWNS, Town
from m3bench_world.scenes.stage import Stage

_WIDE, _ROW, _HEAD, _MARGIN = 1100, 58, 150, 30
_DAY = 24 * 60
_COLUMNS = (30, 170, 480, 670, 790)
_NAMES = ("Time", "To", "Flight", "Gate", "Remarks")
_AIRLINES = ("QX", "NV", "ZL", "HT", "BW", "KD")


class Theme(NamedTuple):
    ground: str
    ink: str
    soft: str
    late: str
    off: str


_THEMES = (
    Theme("#14181d", "#f6d64a", "#cfd6dd", "#ff9b42", "#ff6b62"),
    Theme("#0f2440", "#ffffff", "#a9bfdb", "#ffd24a", "#ff8a80"),
    Theme("#f4f4f0", "#15202b", "#4d5a66", "#a85a00", "#b3202a"),
)


class Flight(NamedTuple):
    """A flight. Times are minutes of the day; `leaves` is None if it is cancelled."""

    town: Town
    code: str
    gate: str
    due: int
    leaves: int | None

    @property
    def remark(self) -> str:
        if self.leaves is None:
            return "Cancelled"
        return "On time" if self.leaves == self.due else f"Delayed {clock(self.leaves)}"


def clock(minute: int) -> str:
    return f"{minute % _DAY // 60:02d}:{minute % 60:02d}"


def compose(stage: Stage) -> None:
    dice = stage.dice
    theme, count = dice.pick(_THEMES), dice.whole(7, 9)
    now = dice.whole(6 * 60, 16 * 60)
    flights = _flights(dice, count, now)
    high = _HEAD + count * _ROW + 20
    stage.size, stage.lens = (_WIDE + 2 * _MARGIN, high + 2 * _MARGIN), Lens.clean()
    stage.backdrop = textures.plaster(stage.size, dice, dice.pick(("#8d949b", "#b5aea2", "#6f7a80")))
    canvas = Canvas((_WIDE, high), fine=2)
    canvas.fill(rect(0, 0, _WIDE, high, 8), theme.ground, outline="#3a3f45", width=4)
    canvas.text("DEPARTURES", 30, 48, 46, theme.ink, anchor="start", weight=0.02)
    canvas.text(clock(now), _WIDE - 30, 48, 46, theme.ink, anchor="end", weight=0.02)
    for name, x in zip(_NAMES, _COLUMNS, strict=True):
        canvas.text(name, x, 112, 26, theme.soft, anchor="start")
    for index, flight in enumerate(flights):
        _line(canvas, theme, flight, _HEAD + index * _ROW)
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "now": clock(now),
        "flights": [
            {
                "town": listed.town.name,
                "country": listed.town.country,
                "code": listed.code,
                "gate": listed.gate,
                "due": clock(listed.due),
                "leaves": None if listed.leaves is None else clock(listed.leaves),
            }
            for listed in flights
        ],
    }


def _flights(dice: Dice, count: int, now: int) -> list[Flight]:
    """Draw flights in the order in which they are due; some are late or cancelled."""
    due, flights = now, []
    gates = dice.some([f"{pier}{number}" for pier in "ABC" for number in range(11, 48)], count)
    for town, gate in zip(dice.some(TOWNS, count), gates, strict=True):
        due += dice.whole(2, 9) * 5 - due % 5
        fate = dice.pick(("on time", "on time", "on time", "late", "late", "off"))
        leaves = {"on time": due, "late": due + dice.whole(3, 22) * 5, "off": None}[fate]
        flights.append(Flight(town, f"{dice.pick(_AIRLINES)} {dice.whole(120, 989)}", gate, due, leaves))
    return flights


def _line(canvas: Canvas, theme: Theme, flight: Flight, top: float) -> None:
    y = top + _ROW / 2
    tone = theme.ink
    if flight.leaves != flight.due:
        tone = theme.off if flight.leaves is None else theme.late
    canvas.line((20, top), (_WIDE - 20, top), colour=mix(theme.ground, theme.soft, 0.35), width=1.5)
    cells = (clock(flight.due), flight.town.name, flight.code, flight.gate)
    for text, x in zip(cells, _COLUMNS, strict=False):
        canvas.text(text, x, y, 32, theme.ink, anchor="start")
    canvas.text(flight.remark, _COLUMNS[-1], y, 32, tone, anchor="start")
