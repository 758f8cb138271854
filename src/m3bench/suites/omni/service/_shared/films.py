"""Films of the world that fit a task."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from m3bench.suites.omni.family import TaskDraw
from m3bench.suites.plans import WorldFile

_TRIES = 10
_LONGEST = 30.0


class DrawnFilm(msgspec.Struct, frozen=True):
    """A film in the workspace, and the truth about it."""

    file: WorldFile
    truth: Any

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def facts(self) -> dict[str, Any]:
        """What happens in it."""
        facts: dict[str, Any] = self.truth.facts
        return facts

    @property
    def count(self) -> int:
        """How many frames a contact sheet needs to show all of it."""
        return int(self.truth.seconds / 2) + 1


def draw_film(draw: TaskDraw, kind: str, fits: Callable[[dict[str, Any]], bool]) -> DrawnFilm:
    """Draw a film of at most half a minute whose facts fit; if none of ten does, the last short one."""
    found = None
    for part in range(_TRIES):
        truth = draw.world.video.film(kind, draw.media_number(part)).truth
        if truth.seconds > _LONGEST and found is not None:
            continue
        found = DrawnFilm(WorldFile(draw.film_name(), "film", kind, draw.media_number(part)), truth)
        if truth.seconds <= _LONGEST and fits(truth.facts):
            break
    assert found is not None
    return found
