"""What the files of the world show and say, from their truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.worlds import FileContents, WorldFile
from m3bench_world import World
from m3bench_world.task_files.media import film_voice, source_of, world_of


def file_contents(world: World, file: WorldFile) -> FileContents:
    """Return what a file shows and says. Raise `UsageError` for an unknown source or kind."""
    return source_of(file, _SOURCES)(world_of(file, world), file)


def _recording(world: World, file: WorldFile) -> FileContents:
    from m3bench_world.audio import SPEECH  # noqa: PLC0415 - loads numpy

    if file.kind not in SPEECH:
        return FileContents()
    return FileContents(said=tuple(line.text for line in world.audio.script(file.kind, file.number).lines))


def _speech(_: World, file: WorldFile) -> FileContents:
    return FileContents(said=tuple(line["text"] for line in file.settings["script"]["lines"]))


def _film(world: World, file: WorldFile) -> FileContents:
    voice = file.settings.get("voice")
    truth = world.video.film(file.kind, file.number, film_voice(voice) if voice else None).truth
    happening = [word for event in truth.events for word in (event.thing, event.state, event.text) if word]
    shown = [*(line.text for line in truth.captions), *happening, *_texts(truth.facts)]
    return FileContents(tuple(dict.fromkeys(shown)), tuple(line.text for line in truth.spoken))


def _document(world: World, file: WorldFile) -> FileContents:
    document = world.documents.document(file.kind, file.number, file.settings)
    return FileContents(tuple(_texts(document.truth)), about=document.about, written=document.written)


def _illustration(_: World, file: WorldFile) -> FileContents:
    return FileContents((file.kind,))


def _texts(value: Any) -> Iterator[str]:
    """Yield every text and number in a truth."""
    plain = msgspec.to_builtins(value)
    if isinstance(plain, dict | list):
        for inner in plain.values() if isinstance(plain, dict) else plain:
            yield from _texts(inner)
    elif isinstance(plain, str | int | float) and not isinstance(plain, bool):
        yield str(plain)


_SOURCES: Mapping[str, Callable[[World, WorldFile], FileContents]] = MappingProxyType(
    {
        "recording": _recording,
        "speech": _speech,
        "film": _film,
        "document": _document,
        "illustration": _illustration,
    }
)
