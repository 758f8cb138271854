"""Sound as samples, and its files."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from m3bench.media.opening import BrokenMedia, opened_track
from m3bench.media.packages import require_package

CODECS: Final = {".wav": "pcm_s16le", ".flac": "flac", ".mp3": "libmp3lame", ".ogg": "libopus", ".m4a": "aac"}
"""The codec of each kind of file. WAV and FLAC keep every sample (of 16 bits)."""
_FORMATS = {".m4a": "ipod"}
_EXACT = {"flags": "+bitexact"}
"""Without the version of the encoder and the time, so that the same sound gives the same bytes."""
_OPUS_RATE = 48_000
FULL_SCALE = 32_768
"""Of 16 bits, as decoders have it: what was read is written as it was."""
MOST_SECONDS = 3_600.0
MOST_RATE: Final = 384_000
MOST_SAMPLES = 60_000_000
"""In all channels together, some 240 MB: a small file of silence may hold far more."""

MOST_CHANNELS = 8
"""Of more, PyAV reads the samples from wrong addresses, which ends the process."""


@dataclass(frozen=True)
class Sound:
    """Samples between -1 and 1, one row for each moment and one column for each channel."""

    samples: NDArray[np.float32]
    rate: int
    """Samples per second."""

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    @property
    def mono(self) -> NDArray[np.float32]:
        """The mean of all channels."""
        mean: NDArray[np.float32] = self.samples.mean(axis=1, dtype=np.float32)
        return mean


def read_sound(data: bytes, most_seconds: float = MOST_SECONDS) -> Sound:
    """Decode the first sound track of a file of sound or film.

    Raises:
        BrokenMedia: There is none, it cannot be decoded, or it is longer than allowed (an hour by default,
            and `MOST_SAMPLES`).
        MediaPackageMissing: `av` is not installed.
    """
    with opened_track(data, "audio") as (container, stream):
        return _decoded(container, stream, most_seconds)


def _decoded(container: Any, stream: Any, most_seconds: float) -> Sound:
    rate = int(stream.rate or 0)
    if rate <= 0:
        raise BrokenMedia("has a sound track without a sample rate")
    if rate > MOST_RATE:
        raise BrokenMedia(f"has a sample rate above {MOST_RATE} Hz")
    if not 1 <= stream.channels <= MOST_CHANNELS:
        raise BrokenMedia(f"has {stream.channels} channels, not 1 to {MOST_CHANNELS}")
    most_seconds = min(most_seconds, MOST_SAMPLES / (rate * stream.channels))
    # One plane for all channels: PyAV counts planes beyond the end of their list if there are eight or more.
    packed = require_package("av").AudioResampler(format="flt", layout=stream.layout, rate=rate)
    parts, count = [], 0
    for frame in container.decode(stream):
        for part in packed.resample(frame):
            parts.append(part.to_ndarray().reshape(-1, stream.channels))
            count += len(parts[-1])
        if count > most_seconds * rate:
            raise BrokenMedia(f"is longer than {most_seconds:g} s")
    if not parts:
        raise BrokenMedia("has an empty sound track")
    samples = np.ascontiguousarray(np.concatenate(parts), dtype=np.float32)
    # Files of floats may hold infinities, NaN and values beyond full scale.
    np.nan_to_num(samples, copy=False, nan=0.0, posinf=1.0, neginf=-1.0)
    return Sound(np.clip(samples, -1.0, 1.0, out=samples), rate)


def to_sixteen_bits(sound: Sound) -> NDArray[np.int16]:
    """Return the samples as whole numbers."""
    whole: NDArray[np.int16] = np.clip(np.rint(sound.samples * FULL_SCALE), -32_768, 32_767).astype(np.int16)
    return whole


def write_sound(sound: Sound, suffix: str) -> bytes:
    """Encode a sound.

    Args:
        sound: One or two channels.
        suffix: The kind of file: `.wav`, `.flac`, `.mp3`, `.ogg` or `.m4a`.

    Returns:
        The bytes of the file. The same sound gives the same bytes.
    """
    av = require_package("av")
    written = io.BytesIO()
    rate = _OPUS_RATE if suffix == ".ogg" else sound.rate
    whole = to_sixteen_bits(sound)
    layout = "stereo" if whole.shape[1] == 2 else "mono"
    with av.open(
        written, "w", format=_FORMATS.get(suffix, suffix[1:]), options={"fflags": "+bitexact"}
    ) as container:
        stream = container.add_stream(CODECS[suffix], rate=rate, layout=layout, options=_EXACT)
        frame = av.AudioFrame.from_ndarray(whole.reshape(1, -1), format="s16", layout=layout)
        frame.sample_rate = sound.rate
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return written.getvalue()
