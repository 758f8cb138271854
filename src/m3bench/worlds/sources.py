"""Sources of facts, and their licences. Every answer of a bundled server names its sources."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """Whether a fact holds outside the benchmark."""

    REAL = "real"
    """Taken from published data, frozen at a version."""
    DERIVED = "derived"
    """Computed from real data by a stated method."""
    INVENTED = "invented"
    """Made up from the seed. Names of real brands, places or persons in it state nothing about them."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    kind: Kind
    title: str
    licence: str
    origin: str
    """Package and version, or the method."""


def _derived(title: str, origin: str) -> Source:
    return Source(kind=Kind.DERIVED, title=title, licence="MIT", origin=origin)


COMPUTED = {
    "arithmetic": _derived("Calculation", "computed from the arguments"),
    "pixels": _derived("What a picture shows", "computed from the picture's pixels"),
    "samples": _derived("What a sound holds", "computed from the sound's samples"),
    "files": _derived("What a file contains", "read from the workspace"),
}
"""What a server computes from what it is given, in any world."""
