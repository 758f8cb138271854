"""Compare films of the world with their truth: every event at its time and not before, every cut, every tone.

    python benchmarks/media.py film [--count 24] [--seed 2026]

Each film is encoded, decoded again and compared frame by frame with what was planned. Cuts are found in the
decoded frames alone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from m3bench.media import Sound
from m3bench.media.film import Film, Pixels, find_cuts
from m3bench_world import World
from m3bench_world.video import Event, WorldFilm, film_kinds

CHANGED = 40
"""A pixel has changed if a level of it, of 255, differs by this much."""
LEAST_PIXELS = 20
"""An event must change so many pixels in its box: less is invisible."""
MOST_ERROR = 0.5
"""What was decoded may differ from what was drawn by this share of the change, in the changed pixels."""
LOUD = 0.1


@dataclass
class FilmReport:
    """Results of some films."""

    films: int = 0
    media_seconds: float = 0.0
    megabytes: float = 0.0
    events: int = 0
    cuts: int = 0
    beeps: int = 0
    faults: list[str] = field(default_factory=list)
    making: float = 0.0
    """CPU seconds to plan, draw and encode."""
    decoding: float = 0.0
    """CPU seconds to decode and compare."""

    def lines(self) -> list[str]:
        minutes = self.media_seconds / 60
        return [
            f"films       {self.films} ({minutes:.1f} minutes, {self.megabytes:.1f} MB)",
            f"compared    {self.events} events, {self.cuts} cuts, {self.beeps} tones",
            f"wrong       {len(self.faults)}",
            f"making      {self.making / minutes:.1f} s of CPU per minute of film",
            f"decoding    {self.decoding / minutes:.1f} s of CPU per minute of film",
            *self.faults[:20],
        ]


def measure(seed: int, count: int) -> FilmReport:
    """Make films of all kinds in turn and compare each with its truth."""
    world, found = World(seed), FilmReport()
    kinds = film_kinds()
    for number in range(count):
        started = time.process_time()
        film = world.video.film(kinds[number % len(kinds)], number // len(kinds))
        data = film.data
        made = time.process_time()
        faults = compare(film)
        found.decoding += time.process_time() - made
        found.making += made - started
        found.films += 1
        found.media_seconds += film.truth.seconds
        found.megabytes += len(data) / 1e6
        found.events += len(film.truth.events)
        found.cuts += len(film.truth.cuts)
        found.beeps += len(film.truth.beeps)
        found.faults += [f"{film.truth.kind} {film.truth.number}: {fault}" for fault in faults]
    return found


def compare(film: WorldFilm) -> list[str]:
    """Return where a film differs from its truth."""
    truth, decoded = film.truth, Film(film.data)
    faults = []
    if abs(decoded.info.seconds - truth.seconds) > 0.001:
        faults.append(f"lasts {decoded.info.seconds} s, not {truth.seconds} s")
    frames = list(decoded.frames())
    if (cuts := find_cuts(frames)) != (expected := [round(cut, 3) for cut in truth.cuts]):
        faults.append(f"cuts at {cuts}, not at {expected}")
    shown = [frame.pixels for frame in frames]
    faults += [fault for event in truth.events for fault in _event_faults(film, event, shown)]
    return faults + _sound_faults(film, decoded.sound)


def _event_faults(film: WorldFilm, event: Event, shown: list[Pixels]) -> list[str]:
    fps = film.truth.fps
    first, last = round(event.start * fps) - 1, round(event.end * fps)
    before, after = film.frame_at(first / fps), film.frame_at(last / fps)
    changed = _changed(before, after, event)
    faults = []
    if (pixels := int(changed.sum())) < LEAST_PIXELS:
        return [f"{event.thing} {event.kind} at {event.start} s changes {pixels} pixels only"]
    change = _difference(before, after, changed)
    if _difference(shown[first], before, changed) > MOST_ERROR * change:
        faults.append("is seen too early")
    if _difference(shown[last], after, changed) > MOST_ERROR * change:
        faults.append("is not seen")
    gone = event.kind in ("leaves", "disappears")
    if _is_there(film, event, (first if gone else last) / fps) is False:
        faults.append("is of a thing that is not there")
    if gone and _is_there(film, event, last / fps):
        faults.append("is of a thing that is still there")
    return [f"{event.thing} {event.kind} at {event.start} s {fault}" for fault in faults]


def _is_there(film: WorldFilm, event: Event, seconds: float) -> bool:
    return any(
        sighting.thing == event.thing and _overlaps(sighting.box, event.box)
        for sighting in film.visible_at(seconds)
    )


def _overlaps(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    return wide > 0 and high > 0 and 2 * wide * high >= (two[2] - two[0]) * (two[3] - two[1])


def _changed(before: Pixels, after: Pixels, event: Event) -> NDArray[np.bool_]:
    """Return the pixels in the box of an event that it changes."""
    left, top, right, bottom = event.box
    changed = np.abs(before.astype(np.int16) - after).max(axis=2) >= CHANGED
    inside = np.zeros_like(changed)
    inside[top:bottom, left:right] = True
    changed &= inside
    return np.asarray(changed, np.bool_)


def _difference(one: Pixels, two: Pixels, where: NDArray[np.bool_]) -> float:
    return float(np.abs(one[where].astype(np.float32) - two[where]).mean())


def _sound_faults(film: WorldFilm, sound: Sound | None) -> list[str]:
    """Compare the number of tones and their beginnings with what is heard."""
    beeps = film.truth.beeps
    if sound is None:
        return ["has no sound"] if beeps else []
    step = sound.rate // 50
    whole = sound.mono[: len(sound.mono) // step * step].reshape(-1, step)
    loud = np.sqrt((whole**2).mean(axis=1)) > LOUD
    starts = [place / 50 for place in np.flatnonzero(loud & ~np.roll(loud, 1))]
    if len(starts) != len(beeps):
        return [f"has {len(starts)} tones, not {len(beeps)}"]
    return [
        f"beeps at {heard:.2f} s, not {beep.start:.2f} s"
        for heard, beep in zip(starts, beeps, strict=True)
        if abs(heard - beep.start) > 0.06
    ]


def report(result: FilmReport) -> list[str]:
    """Return the lines to print."""
    return result.lines()
