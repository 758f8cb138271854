"""Writing films: H.264 and AAC in MP4. The same frames and sound give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from m3bench.media.film.limits import MOST_SECONDS, FilmTooLarge, check_pixels, check_size
from m3bench.media.film.reading import Pixels
from m3bench.media.film.sounds import audio_frames, fit_sound
from m3bench.media.opening import BrokenMedia
from m3bench.media.packages import require_package
from m3bench.media.sound import Sound

# Without the tree of macroblocks, whose results differ from run to run.
_VIDEO = {
    "preset": "superfast",
    "crf": "22",
    "flags": "+bitexact",
    "x264-params": "threads=1:mbtree=0:rc-lookahead=0:sync-lookahead=0",
}
_AUDIO = {"flags": "+bitexact", "b": "96000"}
_SOUND_RATES = (16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
_KEY_SECONDS = 2
_CHUNK = 1024


def write_film(frames: Iterable[Pixels], fps: Fraction | float, sound: Sound | None = None) -> bytes:
    """Encode a film.

    Args:
        frames: Its frames, all of one size. H.264 needs even sizes: an odd row
            or column at the edge is left out.
        fps: Frames per second.
        sound: Its sound, cut or filled up with silence to the length of the frames.

    Returns:
        The bytes of an MP4 file.

    Raises:
        BrokenMedia: There are no frames, or they differ in size.
        FilmTooLarge: It is longer or larger than allowed.
        MediaPackageMissing: `av` is not installed.
    """
    av = require_package("av")
    rate = Fraction(fps).limit_denominator(1001)
    shown = iter(frames)
    first = next(shown, None)
    if first is None:
        raise BrokenMedia("a film needs at least one frame")
    height, width = (side - side % 2 for side in first.shape[:2])
    if min(width, height) < 2:
        raise BrokenMedia("a film needs frames of at least 2 × 2 pixels")
    check_size(width, height)
    written = io.BytesIO()
    with av.open(written, "w", format="mp4", options={"fflags": "+bitexact"}) as container:
        video = _video_track(container, rate, (width, height))
        audio = _audio_track(container, sound) if sound is not None else None
        count = _put_frames(av, container, video, _checked(chain([first], shown), first.shape, rate))
        if audio is not None and sound is not None:
            _put_sound(av, container, audio, fit_sound(sound, audio.rate, float(count / rate)))
    return written.getvalue()


def _checked(frames: Iterable[Pixels], shape: tuple[int, ...], rate: Fraction) -> Iterator[Pixels]:
    for number, frame in enumerate(frames, 1):
        if frame.shape != shape:
            raise BrokenMedia("all frames must have the same size")
        if number / rate > MOST_SECONDS + 0.05:
            raise FilmTooLarge(f"would be longer than {MOST_SECONDS:g} s")
        check_pixels(number * shape[0] * shape[1])
        yield frame


def _video_track(container: Any, rate: Fraction, size: tuple[int, int]) -> Any:
    keys = {"g": str(max(1, round(rate * _KEY_SECONDS)))}
    video = container.add_stream("libx264", rate=rate, options=_VIDEO | keys)
    video.width, video.height = size
    video.pix_fmt = "yuv420p"
    video.codec_context.thread_count = 1
    video.codec_context.time_base = 1 / rate
    return video


def _audio_track(container: Any, sound: Sound) -> Any:
    rate = min(_SOUND_RATES, key=lambda known: abs(known - sound.rate))
    layout = "stereo" if sound.samples.shape[1] >= 2 else "mono"
    return container.add_stream("aac", rate=rate, layout=layout, options=_AUDIO)


def _put_frames(av: Any, container: Any, video: Any, frames: Iterable[Pixels]) -> int:
    count = 0
    for count, pixels in enumerate(frames, 1):
        even = np.ascontiguousarray(pixels[: video.height, : video.width])
        frame = av.VideoFrame.from_ndarray(even, format="rgb24")
        frame.pts, frame.time_base = count - 1, video.codec_context.time_base
        container.mux(video.encode(frame))
    container.mux(video.encode(None))
    return count


def _put_sound(av: Any, container: Any, audio: Any, sound: Sound) -> None:
    channels = 2 if audio.layout.name == "stereo" else 1
    clipped = Sound(np.clip(sound.samples[:, :channels], -1, 1), sound.rate)
    for frame in chain(audio_frames(av, clipped, _CHUNK, audio.layout.name), [None]):
        container.mux(audio.encode(frame))
