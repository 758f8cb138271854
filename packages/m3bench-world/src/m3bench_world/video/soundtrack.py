"""The sound of a film: tones and spoken lines at their times."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from m3bench.media import Sound
from m3bench.media.film import mix_sounds
from m3bench_world.video.truth import Beep, Line

RATE = 24_000
_RAMP = 0.01


def soundtrack(seconds: float, beeps: Sequence[Beep], spoken: Sequence[tuple[Line, Sound]]) -> Sound | None:
    """Return the whole sound, or None if nothing is heard."""
    if not beeps and not spoken:
        return None
    track = Sound(np.zeros((round(seconds * RATE), 1), np.float32), RATE)
    for beep in beeps:
        track = mix_sounds(track, _tone(beep), beep.start)
    for line, sound in spoken:
        track = mix_sounds(track, sound, line.start)
    return track


def _tone(beep: Beep) -> Sound:
    moments = np.arange(round((beep.end - beep.start) * RATE)) / RATE
    swell = np.minimum(1, np.minimum(moments, moments[::-1]) / _RAMP)
    wave = 0.4 * np.sin(2 * np.pi * beep.hertz * moments) * swell
    return Sound(wave[:, None].astype(np.float32), RATE)
