"""Office files, which are ZIP archives of XML, are looked through before a library unpacks them."""

from __future__ import annotations

from m3bench.checks.check import CheckFailed
from m3bench.rendering import DocumentBroken
from m3bench.rendering import require_harmless as require_harmless_archive


def require_harmless(data: bytes, path: str) -> None:
    """Raise `CheckFailed` if a file is not a ZIP archive, is too large unpacked, or declares entities."""
    try:
        require_harmless_archive(data, path)
    except DocumentBroken as problem:
        raise CheckFailed(problem.message) from None
