"""Films of tasks: which one is shown, and how an agent watches it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

import msgspec

from m3bench.suites import CallResult, PlanError, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Steps, TaskDraw

_TRIES = 10
_MOST_SECONDS = 32.0
_NEWS = ("shows", "appears")


class DrawnFilm(msgspec.Struct, frozen=True):
    """A film in the workspace without spoken lines, and the truth about it."""

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
    def seconds(self) -> float:
        return float(self.truth.seconds)

    @property
    def count(self) -> int:
        """How many frames a contact sheet needs to show all of it."""
        return ceil(self.seconds / 2) + 1

    @property
    def moments(self) -> tuple[float, ...]:
        """Times after which something new is to be seen."""
        starts = sorted({event.start for event in self.truth.events if event.kind in _NEWS})
        return tuple(starts) or (self.seconds / 2,)

    def watch(self) -> Steps[CallResult]:
        """Look at all of it, then closer at the moments that matter. Return the last result."""
        (sheet,) = yield [call("video/contact_sheet", path=self.name, count=self.count)]
        times = [round(min(at + 0.4, self.seconds - 0.1), 2) for at in self.moments[-4:]]
        (seen,) = yield [call("video/extract_frames", sheet, path=self.name, times=times)]
        return seen


def draw_film(draw: TaskDraw, kind: str, fits: Callable[[dict[str, Any]], bool] | None = None) -> DrawnFilm:
    """Draw a film of about half a minute at most whose facts fit.

    Raises:
        PlanError: None of ten films fits.
    """
    for part in range(_TRIES):
        number = draw.media_number(part)
        truth = draw.world.video.film(kind, number).truth
        if truth.seconds <= _MOST_SECONDS and (fits is None or fits(truth.facts)):
            return DrawnFilm(WorldFile(draw.film_name(), "film", kind, number), truth)
    raise PlanError(f"no film of the kind {kind} fits")
