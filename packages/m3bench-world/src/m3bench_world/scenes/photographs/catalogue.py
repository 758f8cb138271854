"""Which photographs scenes use: `things.tsv`, `views.tsv` and the packages that have them, `packages.tsv`."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

import msgspec

STAMPS = "tuxpaint-stamps-default"
_STAMPS_FOLDER = "usr/share/tuxpaint/stamps"
_STAMPS_LICENCE, _STAMPS_AUTHOR = "GPL-2+", "Bill Kendrick and contributors"


class Package(msgspec.Struct, frozen=True):
    """A Debian package, pinned."""

    name: str
    version: str
    bytes: int
    sha256: str
    pool: str
    """Its path on every Debian mirror."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where a photograph comes from, and on which terms."""

    package: str
    member: str
    """Its path in the package."""
    sha256: str
    licence: str
    author: str
    path: str
    """Its path in the folder of photographs."""


class ThingPhotograph(msgspec.Struct, frozen=True):
    """A thing, cut out of a photograph."""

    label: str
    centimetres: float
    """The true length of its longer side."""
    attributes: dict[str, str]
    in_grass: bool
    """Whether it stands in grass of its own, which is removed."""
    source: Source


class ViewPhotograph(msgspec.Struct, frozen=True):
    """A photograph of a landscape, of a sky or of a surface."""

    name: str
    source: Source


@cache
def packages() -> tuple[Package, ...]:
    """Return the packages that have the photographs."""
    return tuple(
        Package(name, version, int(size), sha256, pool)
        for name, version, size, sha256, pool in _rows("packages.tsv")
    )


@cache
def things() -> dict[str, tuple[ThingPhotograph, ...]]:
    """Return the photographs of things by their labels."""
    found: dict[str, list[ThingPhotograph]] = {}
    for file, label, size, attributes, mend, sha256 in _rows("things.tsv"):
        source = Source(
            package=STAMPS,
            member=f"{_STAMPS_FOLDER}/{file}",
            sha256=sha256,
            licence=_STAMPS_LICENCE,
            author=_STAMPS_AUTHOR,
            path=f"things/{file}",
        )
        one = ThingPhotograph(label, float(size), _attributes(attributes), mend == "grass", source)
        found.setdefault(label, []).append(one)
    return {label: tuple(ones) for label, ones in found.items()}


@cache
def views() -> dict[str, ViewPhotograph]:
    """Return the photographs of landscapes and surfaces by name."""
    return {
        name: ViewPhotograph(
            name,
            Source(
                package=package,
                member=member,
                sha256=sha256,
                licence=licence,
                author=author,
                path=f"views/{name.replace(' ', '_')}.jpg",
            ),
        )
        for name, package, member, licence, author, sha256 in _rows("views.tsv")
    }


def sources() -> tuple[Source, ...]:
    """Return the source of every photograph."""
    stamps = (one.source for ones in things().values() for one in ones)
    return (*stamps, *(view.source for view in views().values()))


@cache
def catalogue_digest() -> str:
    """Return a hash of what is fetched. It changes if a photograph is added or replaced."""
    lines = sorted(f"{source.path} {source.sha256}\n" for source in sources())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _rows(name: str) -> list[list[str]]:
    lines = files(__package__).joinpath(name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def _attributes(text: str) -> dict[str, str]:
    return {} if text == "-" else dict(pair.split("=") for pair in text.split(";"))
