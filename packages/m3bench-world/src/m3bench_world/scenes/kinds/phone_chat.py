"""A phone with a chat in which two people agree on a film, a day and a time, and change their minds."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Lens, ellipse, mix, rect, text_width, textures
from m3bench_world.scenes.prints import PHONE, TOWNS, known_films, page, phone, wrap_text
from m3bench_world.scenes.stage import Stage

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NAMES = ("Mia", "Noah", "Lena", "Theo", "Ida", "Samir", "Greta", "Hugo", "Nora", "Felix")
_TYPE, _LEADING, _WIDEST = 25, 34, 372
_LEFT, _RIGHT = 40, 560
_LONGEST_TITLE = 26
_SIZE = (760, 1100)


class Theme(NamedTuple):
    body: str
    screen: str
    ink: str
    theirs: str
    mine: str
    mine_ink: str


_THEMES = (
    Theme("#1b1d21", "#efeae2", "#1b1f24", "#ffffff", "#d6f5c4", "#14260c"),
    Theme("#2c2f36", "#ffffff", "#1a1c20", "#e8e9ed", "#1f6fd6", "#ffffff"),
    Theme("#0d0f12", "#12161b", "#eef1f4", "#2a313a", "#3d5a3f", "#f2fbef"),
)


class Plan(NamedTuple):
    """What was talked about: films, days and times, those agreed upon first."""

    films: tuple[str, str]
    days: tuple[str, str]
    times: tuple[str, str]
    town: str


def compose(stage: Stage) -> None:
    dice = stage.dice
    theme, name = dice.pick(_THEMES), dice.pick(_NAMES)
    known = [film for film in known_films(stage.world.films) if _is_fitting(film.title) and film.runtime]
    agreed, other = dice.some(known, 2)
    today = stage.world.now.weekday()
    days = dice.some([_DAYS[(today + ahead) % 7] for ahead in range(2, 7)], 2)
    times = dice.some([f"{hour}:{minute:02d}" for hour in range(17, 21) for minute in (10, 20, 40, 50)], 2)
    town = dice.pick(TOWNS)
    plan = Plan((agreed.title, other.title), (days[0], days[1]), (times[0], times[1]), town.name)
    stage.size, stage.lens, stage.surface = _SIZE, Lens.clean(), "phone"
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(*PHONE)
    top = phone(
        canvas, theme.body, theme.screen, theme.ink, f"{dice.whole(9, 22):02d}:{dice.whole(0, 59):02d}"
    )
    top = _header(canvas, theme, name, top)
    for text, mine in _SCRIPTS[dice.whole(0, len(_SCRIPTS) - 1)](plan):
        top = _bubble(canvas, theme, text, top, mine=mine)
    stage.put(canvas.cutout().trimmed(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "with": name,
        "film": {"title": agreed.title, "id": agreed.id, "year": agreed.year},
        "other_film": other.title,
        "day": plan.days[0],
        "other_day": plan.days[1],
        "time": plan.times[0],
        "other_time": plan.times[1],
        "town": town.name,
        "country": town.country,
    }


def _is_fitting(title: str) -> bool:
    """Return whether a title fits into a bubble and is no common word."""
    return 6 <= len(title) <= _LONGEST_TITLE and " " in title


def _first_script(plan: Plan) -> list[tuple[str, bool]]:
    film, other = plan.films
    day, other_day = plan.days
    time, other_time = plan.times
    return [
        (f"Cinema in {plan.town} this week? {other_day}?", False),
        (f"Gladly. {other}?", True),
        (f"Seen it. What about {film}?", False),
        (f"Fine by me. {other_day} at {other_time}?", True),
        (f"I work till late on {other_day}. {day}?", False),
        (f"{day} is good. Same time?", True),
        (f"Too early, let us say {time}.", False),
        ("Deal, I get the tickets.", True),
    ]


def _second_script(plan: Plan) -> list[tuple[str, bool]]:
    film, other = plan.films
    day, other_day = plan.days
    time, other_time = plan.times
    return [
        (f"I have two tickets for {other}, {other_day} {other_time}.", True),
        ("Oh, where?", False),
        (f"In {plan.town}.", True),
        (f"They cancelled it, look at the site. {film} is on instead, at {time}.", False),
        ("Same day?", True),
        (f"No, {day}.", False),
        ("Good, so we go to that one.", True),
    ]


_SCRIPTS = (_first_script, _second_script)


def _header(canvas: Canvas, theme: Theme, name: str, top: float) -> float:
    canvas.fill(rect(20, top, 560, 84), mix(theme.screen, theme.ink, 0.08))
    canvas.fill(ellipse(74, top + 42, 28), mix(theme.mine, theme.ink, 0.25))
    canvas.text(name[0], 74, top + 42, 30, theme.screen)
    canvas.text(name, 122, top + 42, 32, theme.ink, anchor="start", weight=0.012)
    return top + 104


def _bubble(canvas: Canvas, theme: Theme, text: str, top: float, *, mine: bool) -> float:
    """Draw a message, mine on the right, and return the top of the next one."""
    rows = wrap_text(text, _TYPE, _WIDEST)
    wide, high = max(text_width(row, _TYPE) for row in rows) + 36, len(rows) * _LEADING + 24
    left = _RIGHT - wide if mine else _LEFT
    canvas.fill(rect(left, top, wide, high, 20), theme.mine if mine else theme.theirs)
    ink = theme.mine_ink if mine else theme.ink
    for index, row in enumerate(rows):
        y = top + 12 + _LEADING * (index + 0.5)
        canvas.text(row, left + 18, y, _TYPE, ink, anchor="start")
    return top + high + 14
