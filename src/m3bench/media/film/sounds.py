"""Sound for films: cut, resampled and mixed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any

import numpy as np

from m3bench.media.opening import BrokenMedia
from m3bench.media.packages import require_package
from m3bench.media.sound import Sound

_CHUNK = 4_096


def cut_sound(sound: Sound, start: float, end: float) -> Sound:
    """Return a part of a sound, with silence where it has ended."""
    first, last = round(start * sound.rate), round(end * sound.rate)
    part = sound.samples[first:last]
    lacking = max(0, last - first - len(part))
    return Sound(np.pad(part, ((0, lacking), (0, 0))), sound.rate)


def fit_sound(sound: Sound, rate: int, seconds: float | None = None, channels: int | None = None) -> Sound:
    """Return a sound with another rate, length and number of channels (one or two)."""
    samples = sound.samples[:, :2]
    if channels == 1 and samples.shape[1] == 2:
        samples = sound.mono[:, None]
    elif channels == 2 and samples.shape[1] == 1:
        samples = np.repeat(samples, 2, axis=1)
    fitted = Sound(samples, sound.rate)
    if sound.rate != rate and len(samples):
        fitted = _resampled(fitted, rate)
    return fitted if seconds is None else cut_sound(fitted, 0, seconds)


def mix_sounds(first: Sound, second: Sound, start: float = 0.0) -> Sound:
    """Return the first sound with the second added from a time on. The length is that of the first."""
    channels = max(min(2, sound.samples.shape[1]) for sound in (first, second))
    base = fit_sound(first, first.rate, channels=channels)
    added = fit_sound(second, first.rate, channels=channels)
    mixed = base.samples.copy()
    begin = round(start * first.rate)
    part = added.samples[: max(0, len(mixed) - begin)]
    mixed[begin : begin + len(part)] += part
    return Sound(np.clip(mixed, -1, 1), first.rate)


def _resampled(sound: Sound, rate: int) -> Sound:
    av = require_package("av")
    try:
        return _run(av, sound, rate)
    except (av.error.FFmpegError, ValueError, OverflowError) as problem:
        raise BrokenMedia(f"has a sound that cannot be used: {problem}") from None


def _run(av: Any, sound: Sound, rate: int) -> Sound:
    layout = "stereo" if sound.samples.shape[1] == 2 else "mono"
    unit = Fraction(1, sound.rate)
    graph = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=sound.rate, format="fltp", layout=layout, time_base=unit)
    chosen = graph.add("aresample", str(rate))
    plain = graph.add("aformat", f"sample_fmts=fltp:channel_layouts={layout}:sample_rates={rate}")
    nodes = [source, chosen, plain, graph.add("abuffersink")]
    for node, following in pairwise(nodes):
        node.link_to(following)
    graph.configure()
    parts = []
    for frame in chain(audio_frames(av, sound, _CHUNK, layout), [None]):
        source.push(frame)
        parts += pulled_samples(av, nodes[-1])
    joined = np.concatenate(parts, axis=1) if parts else np.zeros((sound.samples.shape[1], 0), np.float32)
    return Sound(np.ascontiguousarray(joined.T, dtype=np.float32), rate)


def audio_frames(av: Any, sound: Sound, size: int, layout: str) -> Iterator[Any]:
    """Yield a sound in frames of so many samples."""
    for start in range(0, len(sound.samples), size):
        piece = np.ascontiguousarray(sound.samples[start : start + size].T, dtype=np.float32)
        frame = av.AudioFrame.from_ndarray(piece, format="fltp", layout=layout)
        frame.sample_rate, frame.pts, frame.time_base = sound.rate, start, Fraction(1, sound.rate)
        yield frame


def pulled_samples(av: Any, sink: Any) -> list[Any]:
    """Return the samples that a filter has ready."""
    parts = []
    while True:
        try:
            parts.append(sink.pull().to_ndarray())
        except (av.error.BlockingIOError, av.error.EOFError):
            return parts
