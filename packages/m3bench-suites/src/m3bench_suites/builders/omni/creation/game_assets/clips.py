"""Films of a game, and what happens in them when."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.suites import PlanError
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import TaskDraw

FRAME = 0.1
"""Seconds between two frames."""


class GameClip(msgspec.Struct, frozen=True):
    """A recorded game. Times are in seconds."""

    name: str
    number: int
    facts: dict[str, Any]
    seconds: float
    coins_done: float
    """When the last coin of the first level is collected."""
    quiet_until: float
    """The last frame after that in which nothing else has happened."""
    obstacle_there: float | None
    """When the obstacle that costs the first life has come to rest; None if no life is lost."""
    life_lost: float | None
    """When the counter of lives changes for the first time."""
    hit_level_end: float | None
    """When that level ends."""
    end_screen: float
    """When the final score appears."""

    @property
    def file(self) -> WorldFile:
        return WorldFile(self.name, "film", "game", self.number)

    @property
    def coins(self) -> int:
        return sum(level["coins"] for level in self.facts["levels"])

    @property
    def hit_level(self) -> int:
        """The first level in which a life is lost."""
        return next(index for index, level in enumerate(self.facts["levels"], 1) if level["hit"])


def draw_clip(draw: TaskDraw, part: int = 0, step: int = 1, *, hit: bool | None = None) -> GameClip:
    """Draw a film of a game.

    Args:
        draw: The choices of the task.
        part: The first of the task's numbers of media that is tried.
        step: From one number that is tried to the next.
        hit: Whether the hero loses a life in it; None if either will do.

    Raises:
        PlanError: No film fits.
    """
    for index in range(part, 10, step):
        number = draw.media_number(index)
        film = draw.world.video.film("game", number)
        if hit is None or (film.truth.facts["lives"] < 3) is hit:
            return _read(draw.film_name(part), number, film)
    raise PlanError("no film fits")


def _read(name: str, number: int, film: Any) -> GameClip:
    truth = film.truth
    coins = [event.start for event in truth.events if event.thing == "coin"]
    first = coins[truth.facts["levels"][0]["coins"] - 1]
    later = [event.start for event in truth.events if event.start > first] + list(truth.cuts)
    lost = next((event.start for event in truth.events if event.thing == "lives"), None)
    there = next((event.end for event in truth.events if event.thing == "obstacle"), None)
    end = None if lost is None else min(cut for cut in truth.cuts if cut > lost)
    screen = next(event.start for event in truth.events if event.thing == "words")
    return GameClip(
        name=name,
        number=number,
        facts=dict(truth.facts),
        seconds=truth.seconds,
        coins_done=first,
        quiet_until=round(min(later) - FRAME, 3),
        obstacle_there=there,
        life_lost=lost,
        hit_level_end=end,
        end_screen=screen,
    )
