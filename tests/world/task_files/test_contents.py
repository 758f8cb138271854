"""What files of the world show and say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.worlds import FileContents, WorldFile
from m3bench_world import World
from m3bench_world.audio import Line, Script
from m3bench_world.task_files import file_contents


def contents(source: str, kind: str, **settings: Any) -> FileContents:
    return file_contents(World(), WorldFile("a", source, kind, 3, settings))


def test_recordings_say_their_script() -> None:
    script = Script("message", "Message", (Line("caller", "ruth", "Please call me back."),))
    own = contents("speech", "message", script=msgspec.to_builtins(script))
    assert own == FileContents(said=("Please call me back.",))
    lines = World().audio.script("voicemail", 3).lines
    assert contents("recording", "voicemail").said == tuple(line.text for line in lines)
    assert contents("recording", "beeps") == FileContents()


def test_documents_show_their_truth() -> None:
    truth = World().documents.document("contract", 3).truth
    assert truth["number"] in contents("document", "contract").shown


def test_films_show_what_happens() -> None:
    shown = contents("film", "delivery").shown
    truth = World().video.film("delivery", 3).truth
    assert truth.events
    assert {event.thing for event in truth.events} <= set(shown)


def test_illustrations_show_their_prompt() -> None:
    assert contents("illustration", "two red apples").shown == ("two red apples",)


def test_an_unknown_source_is_named() -> None:
    with pytest.raises(UsageError, match="no source of files called 'records'"):
        contents("records", "any")
