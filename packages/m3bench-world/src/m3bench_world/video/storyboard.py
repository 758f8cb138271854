"""A film under construction: its shots, captions, spoken lines and tones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image

from m3bench.media import Sound
from m3bench_world.scenes.painting import Canvas, Dice, Look
from m3bench_world.scenes.sprites import cut
from m3bench_world.video.actors import FPS
from m3bench_world.video.shots import ShotBoard
from m3bench_world.video.truth import Beep, Line
from m3bench_world.world import World

Speak = Callable[[str], Sound | None]
"""Speaks a sentence, or returns None if it cannot."""
_LEAST_PAUSE = 0.3


class Storyboard:
    """The plan of a film. `dice` makes every random choice; set `facts` as needed."""

    def __init__(self, world: World, kind: str, number: int) -> None:
        self.world, self.kind, self.number = world, kind, number
        self.dice = Dice(world.chance.stream("video", kind, number))
        self.facts: dict[str, Any] = {}
        self.shots: list[ShotBoard] = []
        self.captions: list[Line] = []
        self.lines: list[tuple[float, str]] = []
        """What is spoken, and when at the earliest."""
        self.beeps: list[Beep] = []

    @property
    def seconds(self) -> float:
        return self.shots[-1].last / FPS if self.shots else 0.0

    def shot(self, seconds: float, backdrop: Image.Image, place: str) -> ShotBoard:
        """Add a shot."""
        first = round(self.seconds * FPS)
        self.shots.append(ShotBoard(first, first + round(seconds * FPS), backdrop, place))
        return self.shots[-1]

    def cut(self, label: str, *, height: float, flip: bool = False, **wishes: str) -> Image.Image:
        """Draw a sprite. `wishes` fix its choices, such as its colour."""
        return cut(label, Look(self.dice.branch(), **wishes), height=height, flip=flip).image

    def caption(self, text: str, *, at: float, takes: float) -> None:
        """Burn a caption into the last shot."""
        start = self.shots[-1].first / FPS + at
        end = min(start + takes, self.seconds)
        self.captions.append(Line(text, round(start, 1), round(end, 1)))

    def say(self, text: str, *, at: float = 0.3) -> None:
        """Speak a sentence during the last shot."""
        self.lines.append((self.shots[-1].first / FPS + at, text))

    def beep(self, *, at: float, takes: float = 0.2, hertz: float = 880.0) -> None:
        """Let a tone be heard during the last shot."""
        start = round(self.shots[-1].first / FPS + at, 3)
        self.beeps.append(Beep(start, round(start + takes, 3), hertz))

    def spoken(self, speak: Speak) -> list[tuple[Line, Sound]]:
        """Speak all lines, one after the other. The last shot is held until the last line has ended."""
        found: list[tuple[Line, Sound]] = []
        free = 0.0
        for earliest, text in self.lines:
            sound = speak(text)
            if sound is None:
                continue
            start = max(earliest, free)
            found.append((Line(text, round(start, 3), round(start + sound.seconds, 3)), sound))
            free = start + sound.seconds + _LEAST_PAUSE
        self._hold(free)
        return found

    def _hold(self, seconds: float) -> None:
        lacking = round((seconds - self.seconds) * FPS)
        if lacking > 0:
            final = self.shots[-1]
            for actor in final.actors:
                actor.last += lacking if actor.last == final.last else 0
            final.last += lacking


def canvas(width: float, height: float) -> Canvas:
    """Return a canvas whose units are pixels."""
    return Canvas((round(width), round(height)), fine=2)
