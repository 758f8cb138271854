"""Films of tasks: which one is shown, and how an agent watches it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from math import ceil
from typing import Any

import msgspec

from m3bench.suites.omni.family import TaskDraw
from m3bench.suites.plans import CallResult, PlanError, PlannedCall, WorldFile, call

_PARTS = 10
_MOST_SECONDS = 32.0


class ShownFilm(msgspec.Struct, frozen=True):
    """A film without spoken lines, and what happens in it."""

    file: WorldFile
    facts: dict[str, Any]
    seconds: float
    moments: tuple[float, ...]
    """Times after which something new is to be seen."""

    @property
    def name(self) -> str:
        return self.file.name

    def watch(self) -> Generator[Sequence[PlannedCall], Sequence[CallResult], CallResult]:
        """Look at all of it, then closer at the moments that matter. Return the last result."""
        count = ceil(self.seconds / 2) + 1
        (sheet,) = yield [call("video/contact_sheet", path=self.name, count=count)]
        times = [round(min(at + 0.4, self.seconds - 0.1), 2) for at in self.moments[-4:]]
        (seen,) = yield [call("video/extract_frames", sheet, path=self.name, times=times)]
        return seen


def draw_film(draw: TaskDraw, kind: str, fits: Callable[[dict[str, Any]], bool] | None = None) -> ShownFilm:
    """Draw a film of a kind whose facts fit.

    Raises:
        PlanError: None of ten films fits.
    """
    for part in range(_PARTS):
        number = draw.media_number(part)
        truth = draw.world.video.film(kind, number).truth
        if truth.seconds <= _MOST_SECONDS and (fits is None or fits(truth.facts)):
            moments = sorted({each.start for each in truth.events if each.kind in ("shows", "appears")})
            file = WorldFile(draw.film_name(), "film", kind, number)
            return ShownFilm(file, truth.facts, truth.seconds, tuple(moments) or (truth.seconds / 2,))
    raise PlanError(f"no film of the kind {kind} fits")
