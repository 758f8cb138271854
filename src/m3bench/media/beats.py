"""Onsets of a sound, and its tempo."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from m3bench.media.levels import envelope
from m3bench.media.sound import Sound

_STEP = 0.005
_RISE = 2.5
_BELOW_LOUDEST = 10 ** (-26 / 20)
_LEAST_GAP = 0.08
_LOOK_BACK = 6


class Beats(NamedTuple):
    """When something starts to sound, and how regularly."""

    onsets: tuple[float, ...]
    """In seconds."""
    per_minute: float | None
    """From the median time between onsets; None with fewer than three."""
    regular: bool
    """Whether nine of ten gaps differ by less than 8 % from the median."""


def find_beats(sound: Sound) -> Beats:
    """Return the moments at which the level rises steeply, such as clicks, drums and plucked notes."""
    levels = envelope(sound, _STEP)
    loudest = float(levels.max(initial=0.0))
    onsets: list[float] = []
    if loudest < 1e-4:
        return Beats((), None, regular=False)
    floor = loudest * _BELOW_LOUDEST
    padded = np.concatenate((np.zeros(_LOOK_BACK), levels))
    before = np.lib.stride_tricks.sliding_window_view(padded, _LOOK_BACK)[: len(levels)].min(axis=1)
    for step in np.flatnonzero((levels > floor) & (levels > _RISE * np.maximum(before, floor / _RISE))):
        moment = round(float(step) * _STEP, 3)
        if not onsets or moment - onsets[-1] >= _LEAST_GAP:
            onsets.append(moment)
    return _timed(onsets)


def _timed(onsets: list[float]) -> Beats:
    gaps = np.diff(onsets)
    if len(gaps) < 2:
        return Beats(tuple(onsets), None, regular=False)
    middle = float(np.median(gaps))
    even = float(np.mean(np.abs(gaps - middle) < 0.08 * middle)) >= 0.9
    return Beats(tuple(onsets), round(60 / float(gaps.mean() if even else middle), 1), regular=even)
