"""Faster and slower sounds, with and without another pitch."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from m3bench.media.packages import require_package
from m3bench.media.sound import Sound

_SLOWEST_STEP, _FASTEST_STEP = 0.5, 2.0
_FRAME = 1 << 16


def change_tempo(sound: Sound, factor: float) -> Sound:
    """Return a sound that is `factor` times as fast, at the same pitch (WSOLA)."""
    av = require_package("av")
    graph = av.filter.Graph()
    channels = sound.samples.shape[1]
    layout = "stereo" if channels == 2 else "mono"
    source = graph.add_abuffer(sample_rate=sound.rate, format="fltp", layout=layout, time_base=None)
    tempos = [graph.add("atempo", f"{step:.6f}") for step in _steps(factor)]
    for node, following in pairwise([source, *tempos, graph.add("abuffersink")]):
        node.link_to(following)
    graph.configure()
    samples = _filtered(av, graph, sound, layout)
    wanted = max(1, round(len(sound.samples) / factor))
    padded = np.zeros((wanted, channels), np.float32)
    padded[: len(samples)] = samples[:wanted]
    return Sound(padded, sound.rate)


def _steps(factor: float) -> list[float]:
    steps = []
    while not _SLOWEST_STEP <= factor <= _FASTEST_STEP:
        steps.append(_SLOWEST_STEP if factor < 1 else _FASTEST_STEP)
        factor /= steps[-1]
    return [*steps, factor]


def _filtered(av: Any, graph: Any, sound: Sound, layout: str) -> Any:
    columns = np.ascontiguousarray(sound.samples.T)
    parts = [np.zeros((0, len(columns)), np.float32)]
    for start in [*range(0, columns.shape[1], _FRAME), None]:
        if start is None:
            graph.push(None)
        else:
            part = np.ascontiguousarray(columns[:, start : start + _FRAME])
            frame = av.AudioFrame.from_ndarray(part, format="fltp", layout=layout)
            frame.sample_rate, frame.pts = sound.rate, start
            graph.push(frame)
        parts.extend(_pulled(av, graph, len(columns)))
    return np.concatenate(parts)


def _pulled(av: Any, graph: Any, channels: int) -> list[Any]:
    """Return the samples that are ready. The filter puts those of all channels into one row."""
    parts = []
    while True:
        try:
            parts.append(graph.pull().to_ndarray().reshape(-1, channels))
        except (av.error.BlockingIOError, av.error.EOFError):
            return parts


def change_rate(sound: Sound, factor: float) -> Sound:
    """Return a sound that is `factor` times as fast and as high, as a tape that runs faster."""
    wanted = max(1, round(len(sound.samples) / factor))
    places = np.arange(wanted) * (len(sound.samples) / wanted)
    before = np.arange(len(sound.samples))
    columns = [np.interp(places, before, column) for column in sound.samples.T]
    return Sound(np.stack(columns, axis=1).astype(np.float32), sound.rate)
