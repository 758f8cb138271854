"""Film posters on a wall: title, names, year, and artwork of the genre."""

from __future__ import annotations

from itertools import islice
from typing import Any

from m3bench_world.films import Film
from m3bench_world.scenes.painting import Cutout, Dice, Linear, rect, textures
from m3bench_world.scenes.prints import (
    Block,
    Line,
    block_height,
    fit_block,
    known_films,
    page,
    paint,
    set_lines,
)
from m3bench_world.scenes.stage import Stage

_FRAMES = ("#1c1c1e", "#e8e6e0", "#7a4a2a", "#b8a06a")


def compose(stage: Stage) -> None:
    dice = stage.dice
    count = dice.pick((1, 1, 2, 2, 3))
    wide = {1: 480, 2: 420, 3: 380}[count]
    stage.surface = "paper"
    stage.size = (count * (wide + 50) + 90, round(wide * 1.5) + 110)
    wall = textures.tiles if dice.happens(0.25) else None
    tone = dice.pick(("#b5876a", "#c9bfae", "#8a97a0", "#6f7f74", "#d8d2c6"))
    stage.backdrop = wall(stage.size, dice, tone, 70) if wall else textures.plaster(stage.size, dice, tone)
    listed: list[dict[str, Any]] = []
    for index, film in enumerate(_films(stage, count, wide)):
        cutout, genre = _poster(dice, film, wide)
        x = 45 + (index + 0.5) * (wide + 50)
        stage.put(cutout, x, stage.size[1] / 2, shadow="flat")
        listed.append(_facts(film, genre))
    stage.facts = {"films": listed}


def _facts(film: Film, genre: str) -> dict[str, Any]:
    return {
        "id": film.id, "imdb": film.imdb, "title": film.title, "year": film.year, "genres": list(film.genres),
        "artwork": genre, "names": list(film.cast[:2]), "director": film.directors[0],
    }  # fmt: skip


def _films(stage: Stage, count: int, wide: float) -> list[Film]:
    """Choose popular films whose title and names can be written."""
    fitting = (film for film in stage.dice.shuffled(known_films(stage.world.films)) if _title(film, wide))
    return list(islice(fitting, count))


def _title(film: Film, wide: float) -> list[Line] | None:
    return fit_block(Block(film.title.upper(), wide * 0.13, 3, 0.02, "#ffffff"), wide * 0.86, wide * 0.13)


def _poster(dice: Dice, film: Film, wide: float) -> tuple[Cutout, str]:
    high = wide * 1.5
    canvas = page(wide, high, dice.between(-2.5, 2.5) if dice.happens(0.5) else 0)
    with canvas.inside(rect(0, 0, wide, high)), canvas.moved(scale=wide / 100):
        genre = paint(canvas, film.genres, dice)
    dark = [(0, "#000000", 0.0), (0.2, "#000000", 0.16), (0.5, "#000000", 0.62), (1, "#000000", 0.8)]
    title = _title(film, wide) or []
    top = high * 0.9 - block_height(title) - 66
    canvas.fill(rect(0, top - 90, wide, high - top + 90), Linear((0, top - 90), (0, high), dark))
    canvas.fill(rect(0, 0, wide, 84), Linear((0, 0), (0, 84), [(0, "#000000", 0.7), (1, "#000000", 0.0)]))
    names = fit_block(Block("   ".join(film.cast[:2]), 24, 1, 0.0, "#ffffff"), wide * 0.92, 24)
    for index, name in enumerate(film.cast[:2]):
        place = (wide * (0.27 + 0.46 * index), 28.0) if names else (wide / 2, 22.0 + 27 * index)
        canvas.text(name, *place, 22, "#ffffff")
    end = set_lines(canvas, title, wide / 2, top)
    canvas.text(f"A film by {film.directors[0]}", wide / 2, end + 20, 22, "#f0ead8", widest=wide * 0.9)
    canvas.text(str(film.year), wide / 2, end + 54, 26, "#f4d27a", weight=0.01)
    canvas.stroke(rect(0, 0, wide, high), dice.pick(_FRAMES), 7, closed=True)
    return canvas.cutout("poster", {"title": film.title, "year": str(film.year)}).trimmed(), genre
