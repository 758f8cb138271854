"""The optional packages for sound and film."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from m3bench.core import M3BenchError


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
        raise MediaPackageMissing(
            f"Sound and film need the package {name}, which is not installed.",
            "Install it: pip install 'm3bench[media]'",
        ) from None
