"""Ground truth of a film. The file itself contains none of it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are just outside."""
EventKind = Literal[
    "enters", "leaves", "moves", "appears", "disappears", "changes", "shows", "pressed", "typed"
]


class Event(msgspec.Struct, frozen=True):
    """Something that happens in the film.

    In the frame before `start` nothing of it is to be seen; in the frame at `end` it is done. `box` is where:
    for what leaves or disappears, where it was.
    """

    kind: EventKind
    thing: str
    start: float
    end: float
    box: Box
    state: str = ""
    """What the thing is from then on, such as "on", "open" or "red"."""
    text: str = ""
    """What it says from then on, such as an error code."""


class Shot(msgspec.Struct, frozen=True):
    """A part of the film between two cuts."""

    start: float
    end: float
    place: str
    """What it shows, in words."""


class Sighting(msgspec.Struct, frozen=True):
    """A thing that is visible at some time."""

    thing: str
    box: Box
    """The visible part within the frame."""
    visible: float
    """The visible share of the thing."""
    state: str = ""
    text: str = ""


class Line(msgspec.Struct, frozen=True):
    """A caption that is shown, or a sentence that is spoken."""

    text: str
    start: float
    end: float


class Beep(msgspec.Struct, frozen=True):
    """A tone that is heard."""

    start: float
    end: float
    hertz: float


class FilmTruth(msgspec.Struct, frozen=True):
    """What happens in a film, and when, in seconds."""

    kind: str
    number: int
    seconds: float
    fps: int
    size: tuple[int, int]
    shots: tuple[Shot, ...]
    events: tuple[Event, ...]
    captions: tuple[Line, ...] = ()
    spoken: tuple[Line, ...] = ()
    beeps: tuple[Beep, ...] = ()
    facts: dict[str, Any] = {}

    @property
    def cuts(self) -> tuple[float, ...]:
        """When each shot but the first begins."""
        return tuple(shot.start for shot in self.shots[1:])

    def shot_at(self, seconds: float) -> Shot:
        """Return the shot that is shown at a time."""
        return [shot for shot in self.shots if shot.start <= seconds + 1e-6 or shot is self.shots[0]][-1]
