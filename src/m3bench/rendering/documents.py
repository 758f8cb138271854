"""Documents as PDF, kept by their content: the same document is often looked at again."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path, PurePosixPath

from m3bench.caching import DiskCache, cache_folder
from m3bench.rendering.errors import DocumentBroken
from m3bench.rendering.libreoffice import SUFFIXES, office, to_pdf

MOST_CACHED_BYTES = 256 * 2**20
DOCUMENT_SUFFIXES = (*SUFFIXES, ".pdf")
"""The kinds of files that have pages."""


def document_pdf(data: bytes, path: str) -> bytes:
    """Return a document as PDF. The suffix of the path tells its kind.

    Raises:
        DocumentBroken: It is broken, or no document.
        RenderingUnavailable: LibreOffice is missing or did not end in time.
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".pdf":
        return data
    if suffix not in SUFFIXES:
        raise DocumentBroken(f"{path} is not a document: it must end in {', '.join(DOCUMENT_SUFFIXES)}")
    # Another version of LibreOffice, or none, must not answer with what this one has drawn.
    key = f"{_version(office())} {suffix} {hashlib.sha256(data).hexdigest()}"
    return _cache(cache_folder("rendered")).get_or_make(key, lambda: to_pdf(data, path))


@cache
def _version(program: str | None) -> str:
    if program is None:
        return "none"
    status = Path(program).resolve().stat()
    return f"{program} {status.st_size} {status.st_mtime_ns}"


@cache
def _cache(folder: Path) -> DiskCache:
    return DiskCache(folder, MOST_CACHED_BYTES)
