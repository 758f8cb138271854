"""Numbers of a class or a shop on a whiteboard, a sheet or a screen, for means and medians.

Settings: `survey` (a title of `_SURVEYS`), `form` (`whiteboard`, `sheet` or `numbers`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Linear, rect, textures
from m3bench_world.scenes.prints import page, paper
from m3bench_world.scenes.stage import Stage

_NAMES = (
    "Ada", "Alma", "Ben", "Bruno", "Carla", "Cleo", "Dario", "Edda", "Elio", "Emma", "Felix", "Freya",
    "Gala", "Hana", "Hugo", "Ines", "Jonas", "Kaia", "Lars", "Leda", "Maja", "Milo", "Nadia", "Noor", "Oskar",
    "Petra", "Quinn", "Rafi", "Rosa", "Sami", "Selma", "Thea", "Uma", "Vera", "Yara", "Zeno",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_INKS = ("#1d3f8a", "#222222", "#1f6a3a", "#a02020")


Rows = list[tuple[str, str]]


class Survey(NamedTuple):
    """Subject of a list, its unit, the kind of rows, and the range of numbers."""

    title: str
    column: str
    row_kind: str
    low: int
    high: int
    whole: bool = True


_SURVEYS = (
    Survey("Ages", "Age", "names", 8, 17), Survey("Heights (cm)", "Height", "names", 118, 186),
    Survey("Test scores", "Score", "names", 42, 100), Survey("Books read", "Books", "names", 0, 14),
    Survey("Minutes to school", "Minutes", "names", 4, 55),
    Survey("Long jump (m)", "Metres", "names", 21, 48, False),
    Survey("Bread sold", "Loaves", "days", 35, 160), Survey("Visitors", "Visitors", "days", 120, 980),
    Survey("Demand (units)", "Units", "months", 140, 720), Survey("Rainfall (mm)", "mm", "months", 8, 140),
)  # fmt: skip


def compose(stage: Stage) -> None:
    dice = stage.dice
    drawn, wanted = dice.pick(_SURVEYS), stage.settings.get("survey", None)
    survey = next(survey for survey in _SURVEYS if survey.title == wanted) if wanted else drawn
    rows = [(name, _number(dice, survey)) for name in _row_names(dice, survey)]
    title = _title(dice, survey)
    form = stage.settings.get("form", dice.pick(("whiteboard", "sheet", "sheet", "numbers")))
    if form == "numbers":
        _numbers(stage, title, rows)
    elif form == "whiteboard":
        _whiteboard(stage, title, rows)
    else:
        _sheet(stage, survey, title, rows)
    values = [float(value) if "." in value else int(value) for _, value in rows]
    listed = [{"name": name, "value": value} for (name, _), value in zip(rows, values, strict=True)]
    facts: dict[str, Any] = {"form": form, "title": title, "column": survey.column, "values": values}
    stage.facts = facts if form == "numbers" else {**facts, "rows": listed}


def _number(dice: Dice, survey: Survey) -> str:
    value = dice.whole(survey.low, survey.high)
    return str(value) if survey.whole else f"{value / 10:.1f}"


def _row_names(dice: Dice, survey: Survey) -> list[str]:
    if survey.row_kind == "days":
        return list(_DAYS[: dice.pick((5, 6, 7))])
    if survey.row_kind == "months":
        return list(_MONTHS[: dice.pick((6, 8, 12))])
    return sorted(dice.some(_NAMES, dice.whole(6, 14)))


def _title(dice: Dice, survey: Survey) -> str:
    if survey.row_kind == "names":
        return f"Class {dice.whole(3, 9)}{dice.pick('ABC')}: {survey.title}"
    when = str(dice.whole(2018, 2025)) if survey.row_kind == "months" else f"week {dice.whole(2, 50)}"
    return f"{survey.title}, {when}"


def _table(canvas: Canvas, rows: Rows, box: tuple[float, float, float], ink: str, *, lines: bool) -> float:
    """Write names and numbers into a box (left, top, width). Returns the lower end."""
    left, top, wide = box
    step = 38
    for index, (name, value) in enumerate(rows):
        y = top + index * step
        canvas.text(name, left + 12, y, 25, ink, anchor="start")
        canvas.text(value, left + wide - 14, y, 25, ink, anchor="end")
        if lines:
            canvas.line((left, y + step / 2), (left + wide, y + step / 2), colour=ink, width=1, opacity=0.35)
    return top + len(rows) * step


def _sheet(stage: Stage, survey: Survey, title: str, rows: Rows) -> None:
    dice, wide = stage.dice, 480
    high = 150 + len(rows) * 38
    stage.size, stage.surface = (680, max(520, high + 110)), "paper"
    stage.backdrop = dice.pick((textures.wood, textures.fabric, textures.concrete))(stage.size, dice)
    canvas = page(wide, high, dice.between(-4, 4))
    paper(canvas, wide, high)
    canvas.text(title, wide / 2, 40, 30, "#1a1a1a", weight=0.012, widest=wide - 60)
    head = dice.pick(("#d9e4f0", "#e6e6e6", "#e9e0cf", "#dcebdc"))
    canvas.fill(rect(40, 72, wide - 80, 38), head)
    first = {"names": "Name", "days": "Day", "months": "Month"}[survey.row_kind]
    canvas.text(first, 52, 91, 24, "#1a1a1a", anchor="start", weight=0.012)
    canvas.text(survey.column, wide - 54, 91, 24, "#1a1a1a", anchor="end", weight=0.012)
    end = _table(canvas, rows, (40, 132, wide - 80), "#1a1a1a", lines=True)
    canvas.stroke(rect(40, 72, wide - 80, end - 19 - 72), "#555555", 1.5, closed=True)
    stage.put(canvas.cutout().trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")


def _board(stage: Stage, high: int) -> tuple[Canvas, str]:
    dice, wide = stage.dice, 760
    stage.size = (880, high + 130)
    stage.backdrop = textures.plaster(stage.size, dice, dice.pick(("#cfd6d8", "#d8cfbf", "#b9c7bd")))
    canvas = page(wide, high)
    canvas.fill(rect(0, 0, wide, high, 6), "#9aa1a8")
    inner = rect(12, 12, wide - 24, high - 24, 2)
    canvas.fill(inner, Linear((0, 0), (wide, high), [(0, "#ffffff"), (0.6, "#f3f5f6"), (1, "#e6eaec")]))
    canvas.fill(rect(wide * 0.3, high - 12, wide * 0.4, 12, 2), "#7b838b")
    for index, colour in enumerate(("#c02020", "#1d3f8a", "#1f6a3a")):
        canvas.fill(rect(wide * 0.38 + index * 62, high - 16, 46, 7, 3), colour)
    return canvas, dice.pick(_INKS)


def _whiteboard(stage: Stage, title: str, rows: Rows) -> None:
    half = -(-len(rows) // 2)
    high = 150 + half * 38
    canvas, ink = _board(stage, high)
    canvas.text(title, 380, 52, 34, ink, widest=680)
    canvas.line((60, 84), (700, 84), colour=ink, width=3)
    for column, part in enumerate((rows[:half], rows[half:])):
        _table(canvas, part, (60 + column * 350, 118, 290), ink, lines=False)
    canvas.line((380, 96), (380, high - 34), colour=ink, width=2)
    stage.put(canvas.cutout("whiteboard").trimmed(), 440, 20 + high / 2, shadow="flat")


def _numbers(stage: Stage, title: str, rows: Rows) -> None:
    """Compose only the numbers, in lines."""
    across = 6
    lines = [rows[start : start + across] for start in range(0, len(rows), across)]
    high = 190 + len(lines) * 62
    canvas, ink = _board(stage, high)
    canvas.text(title, 380, 56, 36, ink, widest=680)
    for index, line in enumerate(lines):
        for column, (_, value) in enumerate(line):
            canvas.text(value, 100 + column * 112, 130 + index * 62, 36, ink)
    stage.put(canvas.cutout("whiteboard").trimmed(), 440, 20 + high / 2, shadow="flat")
