"""Named sets of servers of the catalog."""

from __future__ import annotations

import functools
import importlib.resources

import msgspec

from m3bench.core import UsageError
from m3bench.core.text import nearest_names
from m3bench.hosting.catalog.catalog import load_catalog
from m3bench.hosting.catalog.entry import CatalogEntry

EVERYTHING = "verse-all"
"""The preset that is the whole catalog."""


@functools.cache
def presets() -> dict[str, tuple[str, ...]]:
    """Return the names of the servers of every preset."""
    text = importlib.resources.files("m3bench.hosting.catalog").joinpath("presets.json").read_bytes()
    fixed = msgspec.json.decode(text, type=dict[str, tuple[str, ...]])
    return {**fixed, EVERYTHING: tuple(entry.name for entry in load_catalog().entries)}


def preset_entries(name: str) -> tuple[CatalogEntry, ...]:
    """Return the servers of a preset.

    Raises:
        UsageError: There is no such preset; names those that there are.
    """
    known = presets()
    if name not in known:
        near = nearest_names(name, known)
        hint = f"Did you mean {near[0]}?" if near else f"Presets: {', '.join(known)}."
        raise UsageError(f"There is no preset {name!r}.", hint)
    catalog = load_catalog()
    return tuple(map(catalog.find, known[name]))
