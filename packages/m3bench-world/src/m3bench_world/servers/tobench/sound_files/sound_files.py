"""Sounds of the workspace: read, written, shown, with failures that say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from m3bench.core import Look
from m3bench.media import CODECS, BrokenMedia, MediaPackageMissing, Sound, cut, read_sound, write_sound
from m3bench.servers.kit import Attachment, BadArgument, Files, Unavailable, about, check_range

FORMATS = ", ".join(CODECS)
MOST_SECONDS = 600.0
MOST_SAMPLES = 30_000_000
"""In all channels together: ten minutes of one channel at 48 kHz."""
_MEDIA_TYPES = {
    ".wav": "audio/wav",
    ".flac": "audio/flac",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".m4a": "audio/mp4",
}
_RATES = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)

_Depth = Literal["metadata", "structure", "content"]
Path = Annotated[str, about("Path of a sound or film in the workspace, such as 'calls/monday.wav'.")]


@contextmanager
def media_failures(name: str = "path") -> Iterator[None]:
    """Turn failures of media into failures of a tool."""
    try:
        yield
    except BrokenMedia as problem:
        raise BadArgument(name, f"the file {problem}; pass a sound or a film with a sound track") from None
    except MediaPackageMissing as missing:
        raise Unavailable(f"{missing.message} {missing.hint or ''}".strip()) from None


def load_sound(files: Files, path: str, name: str = "path") -> Sound:
    """Read a sound of at most ten minutes, with one or two channels."""
    data = files.read(path, name)
    with media_failures(name):
        sound = read_sound(data, MOST_SECONDS)
    if sound.samples.size > MOST_SAMPLES:
        raise BadArgument(name, f"'{path[:80]}' has more than {MOST_SAMPLES:,} samples; pass a shorter sound")
    channels = sound.samples.shape[1]
    return sound if channels <= 2 else Sound(sound.mono[:, None], sound.rate)


def check_output_path(files: Files, path: str, name: str = "output_path") -> str:
    """Return the suffix of a path to which a sound can be written."""
    suffix = PurePosixPath(path.strip()).suffix.lower()
    if suffix not in CODECS:
        raise BadArgument(name, f"'{path[-80:]}' must end in one of: {FORMATS}")
    files.inside(path, name)
    return suffix


def save_sound(files: Files, sound: Sound, path: str, name: str = "output_path") -> dict[str, Any]:
    """Write a sound in the format of the suffix, and say what was written."""
    suffix = check_output_path(files, path, name)
    if not len(sound.samples):
        raise BadArgument(name, "nothing is left to write; choose a longer span")
    if sound.seconds > MOST_SECONDS or sound.samples.size > MOST_SAMPLES:
        raise BadArgument(name, f"the result would be longer than {MOST_SECONDS:g} s; make it shorter")
    with media_failures(name):
        data = write_sound(_encodable(sound, suffix), suffix)
    return {"path": files.relative(files.write(path, data, name)), **describe_sound(sound)}


def save_text(
    files: Files, text: str, path: str, suffixes: tuple[str, ...], name: str = "output_path"
) -> str:
    """Write a text file. Returns its path relative to the workspace."""
    if PurePosixPath(path.strip()).suffix.lower() not in suffixes:
        raise BadArgument(name, f"'{path[-80:]}' must end in one of: {', '.join(suffixes)}")
    return files.relative(files.write(path, text.encode(), name))


def describe_sound(sound: Sound) -> dict[str, Any]:
    return {
        "seconds": round(sound.seconds, 3),
        "sample_rate": sound.rate,
        "channels": sound.samples.shape[1],
    }


def check_span(sound: Sound, start: float, end: float | None) -> tuple[float, float]:
    """Return start and end in seconds, checked to be inside the sound."""
    check_range(start, "start", 0, sound.seconds)
    last = sound.seconds if end is None else check_range(end, "end", 0, sound.seconds + 0.05)
    if last <= start:
        raise BadArgument(
            "end", f"{last:g} is not after the start ({start:g}); the sound has {sound.seconds:.2f} s"
        )
    return start, min(last, sound.seconds)


def look_at(
    files: Files, path: str, sound: Sound, span: tuple[float, float] | None = None, depth: _Depth = "content"
) -> tuple[Look, ...]:
    """Return what an answer shows of a sound; all of it without a span."""
    relative = files.relative(files.inside(path))
    start, end = span or (0.0, sound.seconds)
    return (Look.at_seconds(relative, start, end, sound.seconds, depth),)


def attach_sound(files: Files, path: str, sound: Sound, span: tuple[float, float]) -> Attachment:
    """Return a part of a sound that a model may hear: MP3, which is small."""
    with media_failures():
        data = write_sound(_encodable(cut(sound, *span), ".mp3"), ".mp3")
    return Attachment(data, _MEDIA_TYPES[".mp3"], files.relative(files.inside(path)))


def _encodable(sound: Sound, suffix: str) -> Sound:
    """Return a sound at a rate that the codec takes."""
    from m3bench.media import resample  # noqa: PLC0415 - only where the rate is unusual

    if sound.rate in _RATES or suffix in (".wav", ".flac"):
        return sound
    return resample(sound, min((rate for rate in _RATES if rate >= sound.rate), default=_RATES[-1]))
