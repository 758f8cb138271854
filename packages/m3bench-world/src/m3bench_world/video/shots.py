"""A shot under construction: a backdrop, and what happens before it.

    shot = board.shot(6.0, backdrop, "a street")
    van = shot.enter("van", board.cut("van", height=90), 200, 210, at=1.0, takes=1.5, side="left")
    shot.leave(van, at=4.0, takes=1.2, side="right")

Times are in seconds from the beginning of the shot; things stand with their centre at a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PIL import Image

from m3bench_world.video.actors import FPS, SIZE, Actor, ActorLook
from m3bench_world.video.truth import Box, Event, EventKind

Side = Literal["left", "right", "top", "bottom"]


@dataclass
class _Happening:
    """An event before its exact times and box are known."""

    kind: EventKind
    actor: Actor
    start: int
    end: int


class ShotBoard:
    """A shot from one frame to before another."""

    def __init__(self, first: int, last: int, backdrop: Image.Image, place: str) -> None:
        if backdrop.size != SIZE:
            raise ValueError(f"the backdrop is {backdrop.size}, the film {SIZE}")
        self.first, self.last, self.place = first, last, place
        self.backdrop = backdrop.convert("RGB")
        self.actors: list[Actor] = []
        """From back to front."""
        self._happenings: list[_Happening] = []

    def put(
        self,
        label: str | None,
        image: Image.Image,
        x: float,
        y: float,
        *,
        at: float = 0.0,
        state: str = "",
        text: str = "",
    ) -> Actor:
        """Put a thing at a place. One that is not there from the beginning appears."""
        number = self._number(at)
        actor = Actor(label, number, self.last, [ActorLook(number, image, state, text)], [(number, x, y)])
        self.actors.append(actor)
        if at > 0 and label:
            self._note("appears", actor, number, number)
        return actor

    def enter(
        self, label: str, image: Image.Image, x: float, y: float, *, at: float, takes: float, side: Side
    ) -> Actor:
        """Let a thing move to its place from outside the frame."""
        start, end = self._number(at), self._number(at + takes)
        path = [(start, *_outside(image, x, y, side)), (end, x, y)]
        actor = Actor(label, start, self.last, [ActorLook(start, image)], path)
        self.actors.append(actor)
        self._note("enters", actor, start, end)
        return actor

    def move(self, actor: Actor, x: float, y: float, *, at: float, takes: float) -> None:
        """Move a thing to another place."""
        start, end = self._number(at), self._number(at + takes)
        actor.path += [(start, *actor.centre_at(start)), (end, x, y)]
        if actor.label:
            self._note("moves", actor, start + 1, end)

    def leave(self, actor: Actor, *, at: float, takes: float, side: Side) -> None:
        """Let a thing move out of the frame."""
        start, end = self._number(at), self._number(at + takes)
        x, y = actor.centre_at(start)
        actor.path += [(start, x, y), (end, *_outside(actor.look_at(start).image, x, y, side))]
        actor.last = end
        self._note("leaves", actor, start + 1, end)

    def remove(self, actor: Actor, *, at: float) -> None:
        """Let a thing disappear at once."""
        actor.last = self._number(at)
        if actor.label:
            self._note("disappears", actor, actor.last, actor.last)

    def change(
        self,
        actor: Actor,
        image: Image.Image,
        *,
        at: float,
        state: str = "",
        text: str = "",
        kind: EventKind | None = "changes",
    ) -> None:
        """Give a thing another look at once. Without a kind it is no event, as when a light blinks."""
        number = self._number(at)
        actor.looks.append(ActorLook(number, image, state, text))
        if kind and actor.label:
            self._note(kind, actor, number, number)

    def events(self) -> list[Event]:
        """Return what happens, with exact times and boxes."""
        return [self._event(happening) for happening in self._happenings]

    def _note(self, kind: EventKind, actor: Actor, start: int, end: int) -> None:
        if not self.first < start <= end < self.last:
            raise ValueError(f"{actor.label} {kind} outside the shot {self.place!r}")
        self._happenings.append(_Happening(kind, actor, start, end))

    def _event(self, happening: _Happening) -> Event:
        actor, start, end = happening.actor, happening.start, happening.end
        if happening.kind == "enters":
            start = next(number for number in range(start, end + 1) if actor.box_at(number))
        if happening.kind == "leaves":
            end = next(number for number in range(start, end + 1) if not actor.box_at(number))
        gone = happening.kind in ("leaves", "disappears")
        box: Box | None = actor.box_at(start - 1 if gone else end)
        look = actor.look_at(end)
        if box is None:
            raise ValueError(f"{actor.label} {happening.kind} where nobody sees it")
        return Event(happening.kind, actor.label or "", start / FPS, end / FPS, box, look.state, look.text)

    def _number(self, seconds: float) -> int:
        return self.first + round(seconds * FPS)


def _outside(image: Image.Image, x: float, y: float, side: Side) -> tuple[float, float]:
    """Return the centre of a thing that is just outside the frame."""
    wide, high = image.width / 2 + 1, image.height / 2 + 1
    places = {
        "left": (-wide, y),
        "right": (SIZE[0] + wide, y),
        "top": (x, -high),
        "bottom": (x, SIZE[1] + high),
    }
    return places[side]
