"""What a call did to the files of the workspace: which it wrote, and which it showed to the agent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, Literal

import msgspec

ARTEFACTS_KEY: Final = "m3bench/artefacts"
"""The key in the metadata of a result. The harness keeps it only from bundled servers and plugins."""
RECEIPTS_KEY: Final = "m3bench/records"
"""The key with proofs of the record changes that the call made. Kept from the same servers only."""

Depth = Literal["metadata", "structure", "content"]
"""How deep an answer looks into a file: its size or duration; its parts, such as the texts of a deck; or
itself, as a person perceives it: a rendered page, a played sound, the text of a text file."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an answer shows of a file."""

    path: str
    """Relative to the workspace."""
    depth: Depth = "content"
    spans: tuple[tuple[float, float], ...] = ((0.0, 1.0),)
    """The shown shares of the file, from 0 (its beginning) to 1 (its end)."""

    @classmethod
    def at_pages(cls, path: str, pages: Iterable[int], total: int, depth: Depth = "content") -> Look:
        """Return a look at pages, slides or sheets, numbered from 1."""
        return cls(path, depth, tuple(((page - 1) / total, page / total) for page in pages))

    @classmethod
    def at_seconds(cls, path: str, start: float, end: float, total: float, depth: Depth = "content") -> Look:
        """Return a look at a part of a sound or film."""
        return cls(path, depth, ((start / total, end / total),) if total > 0 else ())


class Artefacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The files that a call wrote, showed and removed. Paths are relative to the workspace."""

    wrote: tuple[str, ...] = ()
    looked: tuple[Look, ...] = ()
    removed: tuple[str, ...] = ()
    """Files that were deleted or moved elsewhere."""


def artefacts_in(meta: dict[str, Any]) -> Artefacts:
    """Return what the metadata of a result says of files. Nothing if it cannot be read."""
    try:
        return msgspec.convert(meta.get(ARTEFACTS_KEY, {}), Artefacts)
    except msgspec.ValidationError:
        return Artefacts()


_DESTINATIONS = ("output", "target", "destination")
"""How the names of arguments begin that say where a file is to be written."""


def reads_any(arguments: Any, paths: Collection[str]) -> bool:
    """Return whether a call takes one of the files as its input, as far as its arguments tell."""
    given = arguments.items() if isinstance(arguments, dict) else ()
    return any(
        text == path or text.endswith(f"/{path}")
        for name, value in given
        if not str(name).startswith(_DESTINATIONS)
        for text in _texts(value)
        for path in paths
    )


def _texts(value: Any) -> Iterator[str]:
    for item in value if isinstance(value, list | tuple) else (value,):
        if isinstance(item, str):
            yield item
