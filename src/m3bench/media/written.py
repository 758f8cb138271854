"""What a library writes to a file, as bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any


def written_bytes(write: Callable[..., object], *arguments: Any, **options: Any) -> bytes:
    """Return what a function writes to a file: `written_bytes(image.save, "PNG")`."""
    file = io.BytesIO()
    write(file, *arguments, **options)
    return file.getvalue()
