"""A slide: a title, alone or with bullet points, a table or a chart, from facts of the world."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from m3bench_world.scenes.painting import (
    Canvas,
    Dice,
    Lens,
    Paint,
    ellipse,
    lighter,
    mix,
    polygon,
    rect,
    sector,
)
from m3bench_world.scenes.prints import Topic, paragraph, topic
from m3bench_world.scenes.stage import Stage

_WIDE, _HIGH = 960, 540
TITLE = "title"
"""Layout of a title slide."""


class Scheme(NamedTuple):
    """The colours of a slide."""

    name: str
    ground: str
    title: str
    ink: str
    accent: str
    second: str


_SCHEMES = (
    Scheme("blue", "#f7f7f7", "#0078d7", "#444444", "#00b0f0", "#ffc000"),
    Scheme("green", "#eeece1", "#468847", "#595959", "#92d050", "#70ad47"),
    Scheme("red", "#fdfdfd", "#c0504d", "#2c3e50", "#e67e22", "#f1c40f"),
    Scheme("lilac", "#f8f8ff", "#9c88ff", "#585858", "#ffce93", "#a3e4d7"),
    Scheme("slate", "#f5f3ee", "#657b83", "#444444", "#a2845e", "#8f9779"),
    Scheme("pink", "#f8f8f8", "#ff1493", "#222222", "#ff8c00", "#00bfff"),
)
_FIRST_NAMES = ("Ana", "Jonas", "Mei", "Omar", "Priya", "Luca", "Ingrid", "Tomas", "Aisha", "Pavel")
_LAST_NAMES = ("Ribeiro", "Lindqvist", "Tanaka", "Haddad", "Kowalski", "Moreau", "Okafor", "Berger", "Silva")


def compose(stage: Stage) -> None:
    dice = stage.dice
    about, scheme = topic(stage.world, dice), dice.pick(_SCHEMES)
    layout = dice.pick([name for name in _LAYOUTS if about.adds_up or name != "pie chart"])
    presenter = f"{dice.pick(_FIRST_NAMES)} {dice.pick(_LAST_NAMES)}"
    stage.size, stage.lens, stage.surface = (_WIDE, _HIGH), Lens.clean(), "screen"
    canvas = Canvas(stage.size, fine=2)
    _ground(canvas, dice, scheme, ruled=layout != TITLE)
    if layout == TITLE:
        points = _title(canvas, about, scheme, presenter)
    else:
        canvas.text(about.title, 60, 66, 46, scheme.title, anchor="start", weight=0.03, widest=_WIDE - 160)
        canvas.text(about.subtitle, 60, 118, 26, scheme.ink, anchor="start")
        points = _LAYOUTS[layout](canvas, about, scheme)
    canvas.text(str(dice.whole(2, 40)), _WIDE - 36, _HIGH - 26, 21, scheme.ink, anchor="end")
    stage.put(canvas.cutout(), 0, 0, anchor="corner")
    rows = [{"name": row.name, "value": row.value, "shown": row.shown, "key": row.key} for row in about.rows]
    stage.facts = {
        "layout": layout, "title": about.title, "subtitle": about.subtitle, "columns": list(about.columns),
        "rows": [] if layout == TITLE else rows, "points": points,
        "presenter": presenter if layout == TITLE else "",
        "scheme": scheme.name,
        "colours": {"background": scheme.ground, "title": scheme.title, "text": scheme.ink},
    }  # fmt: skip


def _title(canvas: Canvas, about: Topic, scheme: Scheme, presenter: str) -> list[str]:
    """Draw the title slide: title and presenter."""
    canvas.text(about.title, _WIDE / 2, 200, 62, scheme.title, weight=0.03, widest=_WIDE - 140)
    canvas.text(about.subtitle, _WIDE / 2, 290, 32, scheme.ink, widest=_WIDE - 140)
    canvas.text(presenter, _WIDE / 2, 390, 26, scheme.ink)
    canvas.fill(rect(_WIDE / 2 - 110, 440, 220, 8), scheme.accent)
    return []


def _ground(canvas: Canvas, dice: Dice, scheme: Scheme, *, ruled: bool) -> None:
    canvas.fill(rect(0, 0, _WIDE, _HIGH), scheme.ground)
    style = dice.pick(("bar", "corner", "discs", "line"))
    if style == "bar":
        canvas.fill(rect(0, 0, 20, _HIGH), scheme.accent)
    elif style == "corner":
        canvas.fill(polygon((_WIDE - 170, 0), (_WIDE, 0), (_WIDE, 130)), scheme.accent)
        canvas.fill(polygon((_WIDE - 80, 0), (_WIDE, 0), (_WIDE, 62)), scheme.second)
    elif style == "discs":
        for x, y, radius in ((_WIDE - 60, 50, 60), (_WIDE - 130, 22, 34)):
            canvas.fill(ellipse(x, y, radius), scheme.accent, opacity=0.75)
    if ruled:
        canvas.line((60, 144), (_WIDE - 60, 144), colour=scheme.accent, width=3)


def _bullets(canvas: Canvas, about: Topic, scheme: Scheme) -> list[str]:
    most, least = about.largest, about.smallest
    points = [f"{row.name}: {row.shown}" for row in about.rows]
    points.append(f"Highest is {most.name}, lowest is {least.name}")
    top = 178.0
    for point in points:
        canvas.fill(ellipse(76, top + 17, 7), scheme.accent)
        top = paragraph(canvas, point, (100, top), 27, scheme.ink, widest=_WIDE - 190) + 12
    return points


def _table(canvas: Canvas, about: Topic, scheme: Scheme) -> list[str]:
    left, wide, step = 90, _WIDE - 180, 54
    canvas.fill(rect(left, 172, wide, step), scheme.accent)
    head = scheme.ground
    canvas.text(about.columns[0], left + 24, 199, 27, head, anchor="start", weight=0.01)
    canvas.text(about.columns[1], left + wide - 24, 199, 27, head, anchor="end", weight=0.01)
    for index, row in enumerate(about.rows):
        top = 172 + (index + 1) * step
        shade = mix(scheme.ground, scheme.accent, 0.16 if index % 2 else 0.06)
        canvas.fill(rect(left, top, wide, step), shade)
        canvas.text(row.name, left + 24, top + step / 2, 26, scheme.ink, anchor="start")
        canvas.text(row.shown, left + wide - 24, top + step / 2, 26, scheme.ink, anchor="end")
    canvas.stroke(rect(left, 172, wide, step * (len(about.rows) + 1)), scheme.accent, 2, closed=True)
    return []


def _bars(canvas: Canvas, about: Topic, scheme: Scheme) -> list[str]:
    """Draw horizontal bars, proportional from zero."""
    step = 330 / len(about.rows)
    for index, row in enumerate(about.rows):
        y = 170 + (index + 0.5) * step
        canvas.text(row.name, 350, y, 23, scheme.ink, anchor="end")
        long = 420 * row.value / about.largest.value
        canvas.fill(
            rect(366, y - step * 0.3, long, step * 0.6, 3), scheme.accent if index % 2 else scheme.second
        )
        canvas.text(row.shown, 376 + long, y, 23, scheme.ink, anchor="start")
    canvas.line((365, 166), (365, 504), colour=scheme.ink, width=2)
    return []


def _pie(canvas: Canvas, about: Topic, scheme: Scheme) -> list[str]:
    """Draw a pie chart with a legend at the right."""
    total, start = sum(row.value for row in about.rows), -90.0
    accent, second = scheme.accent, scheme.second
    blends = lighter(accent, 0.5), mix(accent, second, 0.5), mix(second, scheme.ink, 0.5)
    tones: list[Paint] = [accent, second, *blends]
    for index, row in enumerate(about.rows):
        sweep = 360 * row.value / total
        canvas.fill(sector(260, 336, 158, 158, (start, sweep)), tones[index], outline=scheme.ground, width=2)
        start += sweep
        y = 336 + (index - (len(about.rows) - 1) / 2) * 54
        canvas.fill(rect(470, y - 14, 28, 28, 4), tones[index])
        canvas.text(f"{row.name}: {row.shown}", 514, y, 25, scheme.ink, anchor="start")
    return []


def _no_content(_canvas: Canvas, _about: Topic, _scheme: Scheme) -> list[str]:
    return []


_LAYOUTS: dict[str, Callable[[Canvas, Topic, Scheme], list[str]]] = {
    TITLE: _no_content, "points": _bullets, "table": _table, "bar chart": _bars, "pie chart": _pie,
}  # fmt: skip
