"""Opening files of sound and film, which anybody may have made."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from m3bench.media.packages import SAFE_OPTIONS, require_package

_TRACKS = {"audio": "sound", "video": "video"}


class BrokenMedia(ValueError):
    """The bytes are not a sound or film that can be decoded."""


@contextmanager
def opened_track(data: bytes, kind: Literal["audio", "video"]) -> Iterator[tuple[Any, Any]]:
    """Open a file, and yield it and its first track of a kind.

    Raises:
        BrokenMedia: There is no such track, or it cannot be decoded, now or by what is done with it.
        MediaPackageMissing: `av` is not installed.
    """
    av = require_package("av")
    try:
        with av.open(io.BytesIO(data), options=SAFE_OPTIONS, metadata_errors="ignore") as container:
            yield container, _track(container, kind)
    except BrokenMedia:
        raise
    except (av.error.FFmpegError, ValueError, OverflowError, MemoryError) as problem:
        words = getattr(problem, "strerror", None) or problem or type(problem).__name__
        raise BrokenMedia(f"cannot be decoded: {words}") from None


def _track(container: Any, kind: Literal["audio", "video"]) -> Any:
    tracks = getattr(container.streams, kind)
    if not tracks:
        raise BrokenMedia(f"has no {_TRACKS[kind]} track")
    if tracks[0].codec_context is None:
        raise BrokenMedia(f"has a {_TRACKS[kind]} track that cannot be decoded")
    return tracks[0]
