"""Files of the world: what tasks bring along is what the world has, made once."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from PIL import Image

from m3bench.core import UsageError
from m3bench.media import read_sound
from m3bench.worlds import WorldFile
from m3bench_world import World
from m3bench_world.audio import Line, Script
from m3bench_world.task_files import world_file

SCRIPT = Script("message", "Message", (Line("caller", "ruth", "Please call me back."),))


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def made(world: World, source: str, kind: str, name: str, **settings: Any) -> bytes:
    return world_file(world, WorldFile(name, source, kind, 3, settings))


def test_documents_are_those_of_the_world(world: World) -> None:
    assert made(world, "document", "invoice", "a.pdf") == world.documents.document("invoice", 3).data


def test_a_file_keeps_the_time_that_it_is_from(world: World) -> None:
    later = World(world.seed, world.now + timedelta(days=1))
    letter = WorldFile("a.docx", "document", "letter", 3)
    dated = msgspec.structs.replace(letter, now=world.now)
    assert world_file(later, dated) == world_file(world, letter) != world_file(later, letter)


def test_recordings_are_written_as_their_name_says(world: World) -> None:
    truth = world.audio.recording("beeps", 3).truth
    for name in ("a.wav", "a.flac"):
        assert read_sound(made(world, "recording", "beeps", name)).seconds == pytest.approx(truth.seconds)


@pytest.mark.slow
def test_own_words_are_spoken(world: World) -> None:
    script = msgspec.to_builtins(SCRIPT)
    sound = read_sound(made(world, "speech", "message", "a.wav", script=script, channel="telephone"))
    assert sound.seconds == pytest.approx(world.audio.spoken(SCRIPT, "telephone").truth.seconds)


def test_illustrations_have_their_size(world: World) -> None:
    data = made(world, "illustration", "two red apples, background wood", "a.png", size=[320, 240])
    assert Image.open(io.BytesIO(data)).size == (320, 240)


def test_a_costly_file_is_made_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(world, "document", "letter", "a.docx")
    monkeypatch.setattr(world.documents, "document", None)
    assert made(world, "document", "letter", "a.docx") == first


def test_an_unknown_source_is_named(world: World) -> None:
    with pytest.raises(UsageError, match="no source of files called 'records'"):
        made(world, "records", "any", "a.bin")
