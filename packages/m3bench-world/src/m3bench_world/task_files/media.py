"""Files of the world: recordings, films and documents. Costly ones are kept on disk for later runs."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TypeVar

import msgspec

from m3bench.caching import DiskCache, cache_folder, package_fingerprint
from m3bench.core import UsageError, canonical_json
from m3bench.core.text import did_you_mean
from m3bench.media import Sound, write_sound
from m3bench.worlds import WorldFile
from m3bench_world import World

_MOST_BYTES = 1024 * 2**20
_MAKERS = "m3bench_world", "m3bench_world.tables", "m3bench.media"
_LIBRARIES = ("numpy", "pillow", "av")
Made = TypeVar("Made")


def world_file(world: World, file: WorldFile) -> bytes:
    """Return a file. Raise `UsageError` for an unknown source or kind."""
    return _kept(world_of(file, world), file)


def world_of(file: WorldFile, world: World) -> World:
    """Return the world at the time of a file. The clock of a run does not change it."""
    if file.now is None or file.now == world.now:
        return world
    return _world_at(world.seed, file.now)


@lru_cache(maxsize=4)
def _world_at(seed: int, now: datetime) -> World:
    from m3bench_world import World  # noqa: PLC0415 - the parts of a run that draw nothing do without it

    return World(seed, now)


def _kept(world: World, file: WorldFile) -> bytes:
    make = source_of(file, _SOURCES)
    code = " ".join(package_fingerprint(name, _LIBRARIES) for name in _MAKERS)
    ending = PurePosixPath(file.name).suffix
    what = canonical_json([file.source, file.kind, file.number, file.settings, ending])
    key = f"{code} {world.seed} {world.now.isoformat()} {what}"
    return _disk_cache(cache_folder("media")).get_or_make(key, lambda: make(world, file))


@cache
def _disk_cache(folder: Path) -> DiskCache:
    return DiskCache(folder, _MOST_BYTES)


def _recording(world: World, file: WorldFile) -> bytes:
    found = world.audio.recording(file.kind, file.number, file.settings.get("channel"))
    return write_sound(found.sound, PurePosixPath(file.name).suffix or ".wav")


def _film(world: World, file: WorldFile) -> bytes:
    voice = file.settings.get("voice")
    return world.video.film(file.kind, file.number, film_voice(voice) if voice else None).data


def _speech(world: World, file: WorldFile) -> bytes:
    from m3bench_world.audio import Script  # noqa: PLC0415 - loads numpy

    script = msgspec.convert(file.settings["script"], Script)
    found = world.audio.spoken(script, file.settings.get("channel", "clean"))
    return write_sound(found.sound, PurePosixPath(file.name).suffix or ".wav")


def _illustration(world: World, file: WorldFile) -> bytes:
    from m3bench_world.illustrations import draw_illustration, parse_prompt  # noqa: PLC0415 - heavy

    size = tuple(file.settings.get("size", (800, 600)))
    written = io.BytesIO()
    draw_illustration(world, parse_prompt(file.kind), file.number, size).image.save(written, "PNG")
    return written.getvalue()


def _document(world: World, file: WorldFile) -> bytes:
    return world.documents.document(file.kind, file.number, file.settings).data


@cache
def film_voice(voice: str) -> Callable[[str], Sound]:
    """Return what speaks the lines of a film with a voice. The same voice gives the same object."""

    def speak(text: str) -> Sound:
        from m3bench.media.speech import synthesize  # noqa: PLC0415 - loads the network

        return synthesize(text, voice).sound

    return speak


_SOURCES: Mapping[str, Callable[[World, WorldFile], bytes]] = MappingProxyType(
    {
        "recording": _recording,
        "speech": _speech,
        "film": _film,
        "document": _document,
        "illustration": _illustration,
    }
)


def source_of(file: WorldFile, sources: Mapping[str, Made]) -> Made:
    """Return what belongs to the source of a file. Raise `UsageError` for an unknown one."""
    if file.source not in sources:
        hint = did_you_mean(file.source, sources, f"Sources: {', '.join(sources)}.")
        raise UsageError(f"{file.name}: there is no source of files called {file.source!r}.", hint)
    return sources[file.source]
