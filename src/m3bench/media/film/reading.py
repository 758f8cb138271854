"""Reading films: what they are, and their frames at exact times."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from m3bench.media.film.index import FrameIndex, read_index
from m3bench.media.film.limits import MOST_SECONDS, check_pixels, check_seconds, check_size
from m3bench.media.opening import BrokenMedia, opened_track
from m3bench.media.sound import Sound, read_sound

Pixels = NDArray[np.uint8]
"""Rows, columns, and red, green and blue."""
_EARLY = 1e-6
"""Times are computed with rounding: a frame counts as shown this much before its time, in seconds."""


@dataclass(frozen=True)
class FilmInfo:
    """What a film is."""

    seconds: float
    width: int
    height: int
    fps: float
    """Frames per second, on average."""
    frames: int
    video_codec: str
    audio_codec: str | None
    """None if the film has no sound."""
    audio_rate: int | None
    channels: int | None


class Frame(NamedTuple):
    """A frame and the time at which it appears, in seconds from the first frame."""

    seconds: float
    pixels: Pixels


class Film:
    """A film in memory.

    Raises:
        BrokenMedia: The bytes are not a film that can be decoded.
        FilmTooLarge: It is longer than 120 s or larger than 1280 × 720 pixels.
        MediaPackageMissing: `av` is not installed.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        with opened_track(data, "video") as (container, stream):
            context = stream.codec_context
            if not (context.width > 0 and context.height > 0):
                raise BrokenMedia("has a video track that cannot be decoded")
            check_size(context.width, context.height)
            self._index = read_index(container, stream)
            self.info = _info(container, self._index)
        check_seconds(self.info.seconds)

    @property
    def rate(self) -> Fraction:
        """Frames per second for writing the film again, at most 60."""
        return min(Fraction(self.info.fps).limit_denominator(1001), Fraction(60))

    @property
    def frame_times(self) -> Sequence[float]:
        """When each frame appears."""
        return self._index.times

    @property
    def keyframes(self) -> list[float]:
        """When the frames appear that can be decoded without others."""
        return [self._index.times[number] for number in self._index.keys]

    @cached_property
    def sound(self) -> Sound | None:
        """The sound track, if there is one."""
        return read_sound(self.data, MOST_SECONDS + 5) if self.info.audio_codec else None

    def number_at(self, seconds: float) -> int:
        """Return the number of the frame that is shown at a time."""
        return max(0, bisect_right(self._index.times, seconds + _EARLY) - 1)

    def frames(self, start: float = 0.0, end: float | None = None) -> Iterator[Frame]:
        """Yield the frames that are shown from `start` to before `end`. Refuses too many pixels."""
        last = len(self._index.times) if end is None else self.number_at(end - 2 * _EARLY) + 1
        first = self.number_at(start)
        check_pixels(self.info.width * self.info.height * (last - first))
        yield from (frame for _, frame in self._decoded(first, last))

    def frames_at(self, times: Sequence[float]) -> list[Frame]:
        """Return the frames that are shown at these times, in their order."""
        wanted = [self.number_at(seconds) for seconds in times]
        frames: dict[int, Frame] = {}
        check_pixels(self.info.width * self.info.height * self._index.cost(wanted))
        for first, last in self._index.runs(wanted):
            needed = set(wanted)
            frames |= {number: frame for number, frame in self._decoded(first, last) if number in needed}
        if missing := set(wanted) - frames.keys():
            raise BrokenMedia(f"cannot be decoded at {self._index.times[min(missing)]:.2f} s")
        return [frames[number] for number in wanted]

    def _decoded(self, first: int, last: int) -> Iterator[tuple[int, Frame]]:
        """Yield frames by number. Frames that a broken film lacks are left out."""
        with opened_track(self.data, "video") as (container, stream):
            stream.codec_context.thread_count = 1
            if first:
                container.seek(self._index.stamps[self._index.key_before(first)], stream=stream)
            for frame in container.decode(stream):
                number = self._index.number(frame.pts)
                if number is not None and number >= last:
                    return
                if number is not None and number >= first:
                    yield number, Frame(self._index.times[number], self._pixels(frame))

    def _pixels(self, frame: Any) -> Pixels:
        if (frame.width, frame.height) != (self.info.width, self.info.height):
            raise BrokenMedia("changes its size")
        pixels: Pixels = frame.to_ndarray(format="rgb24")
        return pixels


def _info(container: Any, index: FrameIndex) -> FilmInfo:
    video = container.streams.video[0].codec_context
    sounds = [stream for stream in container.streams.audio if stream.codec_context is not None]
    seconds = index.seconds
    return FilmInfo(
        seconds=round(seconds, 3),
        width=video.width,
        height=video.height,
        fps=round(len(index.times) / seconds, 3),
        frames=len(index.times),
        video_codec=video.name,
        audio_codec=sounds[0].codec_context.name if sounds else None,
        audio_rate=sounds[0].rate if sounds else None,
        channels=sounds[0].channels if sounds else None,
    )
