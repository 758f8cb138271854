"""Programs that draw documents and web pages: which there are, and which are missing here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from types import MappingProxyType

from m3bench.rendering.chromium import CHROMIUM_MISSING, find_chromium
from m3bench.rendering.libreoffice import OFFICE_MISSING, SUFFIXES, office

LIBREOFFICE, CHROMIUM = "LibreOffice", "Chromium"
_PAGES = (".html", ".htm")
_FOUND: Mapping[str, tuple[Callable[[], str | None], str]] = MappingProxyType(
    {LIBREOFFICE: (office, OFFICE_MISSING), CHROMIUM: (find_chromium, CHROMIUM_MISSING)}
)


def program_for(path: str) -> str | None:
    """Return the program that draws a file, by its suffix; None if it needs none."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in _PAGES:
        return CHROMIUM
    return LIBREOFFICE if suffix in SUFFIXES else None


def missing_programs(names: Iterable[str]) -> dict[str, str]:
    """Return those of the programs that are not installed, each with how to install it."""
    return {name: how for name in sorted(set(names)) for find, how in [_FOUND[name]] if find() is None}
