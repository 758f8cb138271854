"""A screen with code: an editor or a terminal, with packages of the world, sometimes with an error."""

from __future__ import annotations

from dataclasses import replace

from m3bench_world.scenes.painting import (
    Canvas,
    Lens,
    Mark,
    Paint,
    darker,
    ellipse,
    lighter,
    rect,
    text_width,
    textures,
)
from m3bench_world.scenes.prints import Listing, Token, listing, tokens
from m3bench_world.scenes.stage import Stage

_WIDE, _TYPE, _STEP = 920, 21, 30
_THEMES = (
    {"ground": "#1e222a", "text": "#dfe3ea", "keyword": "#d68fe6", "string": "#a5d17f", "comment": "#8b96a5",
     "number": "#e0a86a", "name": "#73b7f2", "error": "#ff7b72", "bar": "#2b303b"},
    {"ground": "#ffffff", "text": "#1f2328", "keyword": "#a3267f", "string": "#1a6b32", "comment": "#6a737d",
     "number": "#8a4b00", "name": "#1257a8", "error": "#c0231a", "bar": "#e6e9ee"},
    {"ground": "#272822", "text": "#f5f5ec", "keyword": "#f92f74", "string": "#e4d874", "comment": "#a29d86",
     "number": "#b48cff", "name": "#66d6ef", "error": "#ff8a7a", "bar": "#3a3b34"},
    {"ground": "#fdf6e3", "text": "#3d4f57", "keyword": "#6a7a00", "string": "#1f7f78", "comment": "#7d8b8b",
     "number": "#b8336a", "name": "#1f6fb5", "error": "#c72a22", "bar": "#eee8d5"},
)  # fmt: skip
Colours = dict[str, str]


def compose(stage: Stage) -> None:
    shown = listing(stage.world, stage.dice)
    colours = stage.dice.pick(_THEMES)
    high = 70 + _STEP * (len(shown.lines) + 1) + (86 if shown.form == "editor" and shown.error else 0)
    framed = stage.dice.happens(0.4)
    stage.size = (_WIDE + (60 if framed else 0), high + (60 if framed else 0))
    stage.backdrop = textures.vertical_gradient(
        stage.size, *stage.dice.pick((("#3b6ea5", "#a8c8e0"), ("#5a3f6e", "#d99a8a")))
    )
    stage.surface = "screen"
    stage.lens = Lens.clean() if stage.dice.happens(0.6) else replace(stage.lens, vignette=0.1)
    canvas = Canvas((_WIDE, high), fine=2)
    marks = _window(canvas, shown, colours, high)
    cutout = canvas.cutout()
    cutout = replace(cutout, marks=(*cutout.marks, *marks))
    stage.put(cutout, stage.size[0] / 2, stage.size[1] / 2, shadow="flat" if framed else None)
    stage.facts = {
        "form": shown.form, "language": shown.language, "title": shown.title, "lines": list(shown.lines),
        "packages": list(shown.packages), "missing": shown.missing, "error": shown.error,
    }  # fmt: skip


def _window(canvas: Canvas, shown: Listing, colours: Colours, high: float) -> list[Mark]:
    """Draw the window with its title bar and lines. Returns the lines as marks."""
    canvas.fill(rect(0, 0, _WIDE, high, 10), colours["ground"])
    canvas.fill(rect(0, 0, _WIDE, 46, 10), colours["bar"])
    canvas.fill(rect(0, 30, _WIDE, 16), colours["bar"])
    for index, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        canvas.fill(ellipse(24 + index * 26, 23, 8), colour)
    canvas.text(shown.title, _WIDE / 2, 23, 21, colours["text"])
    marks, numbered = [], shown.form == "editor"
    left = 84 if numbered else 26
    if numbered:
        canvas.fill(rect(0, 46, 62, high - 56), _shade(colours["ground"]))
    for index, line in enumerate(shown.lines):
        y = 70 + index * _STEP
        if numbered:
            canvas.text(str(index + 1), 50, y, 20, colours["comment"], anchor="end", noted=False)
        mark = _line(canvas, line, (left, y), shown, colours)
        if any(letter.isalnum() for letter in line):
            marks.append(mark)
    if numbered and shown.error:
        _problem(canvas, shown.error, high, colours)
    return marks


def _shade(ground: str) -> Paint:
    return lighter(ground, 0.06) if ground < "#8" else darker(ground, 0.04)


def _line(canvas: Canvas, line: str, at: tuple[float, float], shown: Listing, colours: Colours) -> Mark:
    """Draw one line in its colours and record it as one text."""
    indent = len(line) - len(line.lstrip())
    start = at[0] + indent * _TYPE * 0.52
    words = line.strip()
    x = start
    pieces = [Token(words, _terminal_role(words, shown))] if shown.form == "terminal" else tokens(words)
    for piece in pieces:
        if piece.text.strip():
            canvas.text(piece.text, x, at[1], _TYPE, colours[piece.role], anchor="start", noted=False)
        x += text_width(piece.text, _TYPE)
    return Mark("text", words, (start - 1, at[1] - _TYPE * 0.5, x + 1, at[1] + _TYPE * 0.55))


def _terminal_role(line: str, shown: Listing) -> str:
    if line == shown.error:
        return "error"
    return "name" if line.startswith("$") else "text"


def _problem(canvas: Canvas, error: str, high: float, colours: Colours) -> None:
    """Draw the error panel at the bottom of an editor."""
    top = high - 78
    canvas.fill(rect(0, top, _WIDE, 68), colours["bar"])
    canvas.line((0, top), (_WIDE, top), colour=colours["comment"], width=1)
    canvas.fill(ellipse(34, top + 36, 12), colours["error"])
    canvas.text("!", 34, top + 36, 20, "#ffffff", weight=0.03, noted=False)
    canvas.text(error, 60, top + 36, _TYPE, colours["error"], anchor="start", widest=_WIDE - 90)
