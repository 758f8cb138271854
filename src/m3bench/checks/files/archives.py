"""Files that a library reads: office files, which are ZIP archives of XML, are looked through before."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from m3bench.checks.check import CheckFailed
from m3bench.rendering import DocumentBroken
from m3bench.rendering import require_harmless as require_harmless_archive


def require_harmless(data: bytes, path: str) -> None:
    """Raise `CheckFailed` if a file is not a ZIP archive, is too large unpacked, or declares entities."""
    try:
        require_harmless_archive(data, path)
    except DocumentBroken as problem:
        raise CheckFailed(problem.message) from None


@contextmanager
def readable(path: str, kind: str) -> Iterator[None]:
    """Raise `CheckFailed` for whatever a broken file of a kind leads a library to raise in the block."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (CheckFailed, ModuleNotFoundError):
        raise
    except Exception as error:  # noqa: BLE001 - see above
        raise CheckFailed(f"{path} is not a readable {kind}: {type(error).__name__}") from None
