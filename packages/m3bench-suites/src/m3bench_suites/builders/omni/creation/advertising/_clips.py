"""The clip of a product, and what it shows when."""

from __future__ import annotations

from typing import Any

from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import TaskDraw
from m3bench_world.task_files import film_voice
from m3bench_world.video import Line

_KIND = "product_clip"


class ProductClip:
    """A film: its name, its colours one by one, and its price, a shot each."""

    def __init__(self, draw: TaskDraw, voice: str | None = None, part: int = 0) -> None:
        number, speak = draw.media_number(part), film_voice(voice) if voice else None
        self._film = draw.world.video.film(_KIND, number, speak)
        settings = {"voice": voice} if voice else {}
        self.file = WorldFile(draw.film_name(part), "film", _KIND, number, settings)
        self.facts: dict[str, Any] = self._film.truth.facts

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.file.name

    @property
    def title(self) -> str:
        """What the first caption says, such as `Windle keyboard`."""
        return f"{self.facts['name']} {self.facts['product']}"

    @property
    def colours(self) -> list[str]:
        """In the order of the shots that present them."""
        return list(self.facts["colours"])

    @property
    def claim(self) -> str:
        return str(self.facts["claim"])

    @property
    def cents(self) -> int:
        """The price."""
        return round(float(self.facts["price"]) * 100)

    @property
    def seconds(self) -> float:
        return self._film.truth.seconds

    @property
    def sheet_count(self) -> int:
        """How many frames a contact sheet needs to show all of the film."""
        return int(self.seconds / 2) + 2

    @property
    def captions(self) -> tuple[Line, ...]:
        return self._film.truth.captions

    @property
    def spoken(self) -> tuple[Line, ...]:
        return self._film.truth.spoken

    def span(self, place: int) -> tuple[float, float]:
        """Return start and end of a shot: 0 is the name, 1 the first colour, -1 the price."""
        shot = self._film.truth.shots[place]
        return shot.start, shot.end

    def without_caption(self, place: int) -> float:
        """Return a time late in a shot, when its product stands still and its caption has gone."""
        start, end = self.span(place)
        gone = self._film.truth.captions[place].end
        return round((gone + end) / 2, 1) if gone < end - 0.15 else round(start + 0.1, 1)
