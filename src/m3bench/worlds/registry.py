"""Installed worlds. Without one, there is a world that has nothing but its seed and its time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Protocol

import msgspec

from m3bench.core import Art, Picture, PluginError, Registry, UsageError, WorldFile
from m3bench.worlds.sources import COMPUTED, Source

DEFAULT_SEED = 7
DEFAULT_NOW = datetime(2025, 11, 5, 15, 0, tzinfo=UTC)
_PARTS = ("sources", "make", "picture_file", "picture_contents", "world_file", "file_contents", "require_art")


class World(Protocol):
    """What servers answer from. The same seed and time give the same answers."""

    @property
    def seed(self) -> int: ...

    @property
    def now(self) -> datetime:
        """The time in the world, in UTC."""


class FileContents(msgspec.Struct, frozen=True):
    """What a file of the world tells people: texts to read and names of things to see, and what is said."""

    shown: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """People and firms whom a paper is about. A task knows at least one of them from elsewhere."""
    written: tuple[date, ...] = ()
    """Days on which a paper was written, signed or stamped."""


class WorldProvider(Protocol):
    """What an entry point of `m3bench.worlds` references."""

    @property
    def sources(self) -> Mapping[str, Source]:
        """Where the facts of the world come from, by the names that servers give with their answers."""

    def make(self, seed: int, now: datetime) -> World:
        """Return a world. The time is in UTC. Nothing is built before it is asked for."""

    def picture_file(self, world: World, picture: Picture) -> bytes:
        """Return a picture in the format of its file name."""

    def picture_contents(self, world: World, picture: Picture) -> FileContents:
        """Return what a picture shows."""

    def world_file(self, world: World, file: WorldFile) -> bytes:
        """Return a file. Raise `UsageError` if there is none of its source and kind."""

    def file_contents(self, world: World, file: WorldFile) -> FileContents:
        """Return what such a file shows and says. Raise `UsageError` if there is none of its kind."""

    def require_art(self, art: Art) -> None:
        """Raise `UsageError` if pictures of this art cannot be drawn on this machine."""


class BareWorld:
    """A world without content, for servers that need none."""

    def __init__(self, seed: int, now: datetime) -> None:
        self.seed, self.now = seed, now


class _BareWorlds:
    sources: Mapping[str, Source] = COMPUTED
    make = BareWorld

    def picture_file(self, _: World, picture: Picture) -> bytes:
        raise _nobody_makes(picture.name)

    def picture_contents(self, _: World, picture: Picture) -> FileContents:
        raise _nobody_makes(picture.name)

    def world_file(self, _: World, file: WorldFile) -> bytes:
        raise _nobody_makes(file.name)

    def file_contents(self, _: World, file: WorldFile) -> FileContents:
        raise _nobody_makes(file.name)

    def require_art(self, art: Art) -> None:
        raise _nobody_makes(f"pictures in the art {art}")


def _nobody_makes(name: str) -> UsageError:
    return UsageError(
        f"Nothing is installed that could make {name}.", "Install the world: pip install 'm3bench[suites]'"
    )


def _problem(_: str, value: Any) -> str | None:
    missing = [part for part in _PARTS if not hasattr(value, part)]
    return f"it has no {missing[0]}" if missing else None


WORLDS: Registry[WorldProvider] = Registry("world", {}, problem=_problem)


@cache
def world_provider() -> WorldProvider:
    """Return what makes the installed world and files from it. Raise `PluginError` if there are two."""
    names = list(WORLDS)
    if len(names) > 1:
        owners = " and ".join(WORLDS.sources_of(name)[0] for name in names[:2])
        raise PluginError(f"Two packages bring a world: {owners}.", "Uninstall one of them.")
    return WORLDS[names[0]] if names else _BareWorlds()


def make_world(seed: int = DEFAULT_SEED, now: datetime = DEFAULT_NOW) -> World:
    """Return the installed world with this seed and time."""
    if now.tzinfo is None:
        raise ValueError("the world's clock needs a time zone: pass an aware datetime")
    return world_provider().make(seed, now.astimezone(UTC))


def known_sources() -> Mapping[str, Source]:
    """Return the sources that answers of servers can name."""
    return world_provider().sources
