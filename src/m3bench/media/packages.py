"""The optional packages for sound and film."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from m3bench.core import M3BenchError

SAFE_OPTIONS = {
    "protocol_whitelist": "none",
    "format_whitelist": "mov,mp4,m4a,3gp,matroska,webm,avi,mpegts,mpeg,flv,ogg,wav,mp3,flac,aac,aiff,caf,gif",
}
"""For opening files that are in memory: no protocol may be used to open others. Other formats, such as
playlists, would let a file name files outside the workspace."""


class MediaPackageMissing(M3BenchError):
    """A package of the extra `media` is not installed."""


def require_package(name: str) -> Any:
    """Import an optional package.

    Args:
        name: The name to import, such as `av`.

    Returns:
        The module.

    Raises:
        MediaPackageMissing: It is not installed. The message says what to install.
    """
    try:
        return import_module(name)
    except ImportError:
        raise missing_package(name) from None


def missing_package(name: str) -> MediaPackageMissing:
    """Return the error that says what to install."""
    return MediaPackageMissing(
        f"Sound and film need the package {name}, which is not installed.",
        "Install it: pip install 'm3bench[media]'",
    )
