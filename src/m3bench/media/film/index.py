"""When each frame of a film appears, from its packets alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from m3bench.media.film.limits import MOST_FRAMES, FilmTooLarge, check_seconds
from m3bench.media.opening import BrokenMedia

_LONGEST_FRAME = 10.0


@dataclass(frozen=True)
class FrameIndex:
    """The frames in the order in which they are shown."""

    stamps: Sequence[int]
    """Times in units of the track."""
    times: Sequence[float]
    """Times in seconds from the first frame."""
    keys: Sequence[int]
    """The numbers of the key frames."""
    seconds: float

    def number(self, stamp: int | None) -> int | None:
        """Return the number of the frame with a time in units of the track."""
        if stamp is None or not self.stamps:
            return None
        number = bisect_right(self.stamps, stamp) - 1
        return number if number >= 0 and self.stamps[number] == stamp else None

    def key_before(self, number: int) -> int:
        """Return the number of the key frame from which a frame can be decoded."""
        index = bisect_right(self.keys, number) - 1
        return self.keys[index] if index >= 0 else 0

    def runs(self, wanted: Sequence[int]) -> list[tuple[int, int]]:
        """Return the first and the end of each run of frames to decode for the wanted ones."""
        runs: list[tuple[int, int]] = []
        for number in sorted(set(wanted)):
            if runs and self.key_before(number) < runs[-1][1]:
                runs[-1] = runs[-1][0], number + 1
            else:
                runs.append((number, number + 1))
        return runs

    def cost(self, wanted: Sequence[int]) -> int:
        """Return the number of frames to decode for the wanted ones."""
        return sum(end - self.key_before(first) for first, end in self.runs(wanted))


def read_index(container: Any, stream: Any) -> FrameIndex:
    """Read the packets of a video track.

    Raises:
        BrokenMedia: It has no frames, or frames without times.
        FilmTooLarge: It has too many frames.
    """
    unit = stream.time_base
    if not unit:
        raise BrokenMedia("has a video track without times")
    is_key: dict[int, bool] = {}
    lasts: dict[int, int] = {}
    for packet in container.demux(stream):
        stamp = packet.pts if packet.pts is not None else packet.dts
        if stamp is None or packet.size == 0 or packet.is_discard:
            continue
        is_key[stamp] = packet.is_keyframe
        lasts[stamp] = packet.duration or 0
        if len(is_key) > MOST_FRAMES:
            raise FilmTooLarge(f"has more than {MOST_FRAMES:,} frames")
    if not is_key:
        raise BrokenMedia("has no frames")
    return _index(is_key, lasts, Fraction(unit))


def _index(is_key: dict[int, bool], lasts: dict[int, int], unit: Fraction) -> FrameIndex:
    stamps = sorted(is_key)
    times = [float((stamp - stamps[0]) * unit) for stamp in stamps]
    final = float(lasts[stamps[-1]] * unit)
    if not 0 < final <= _LONGEST_FRAME:
        final = times[-1] / (len(times) - 1) if len(times) > 1 else 0.1
    seconds = times[-1] + final
    check_seconds(seconds)
    keys = [index for index, stamp in enumerate(stamps) if is_key[stamp]]
    return FrameIndex(stamps, times, keys, max(seconds, 0.001))
