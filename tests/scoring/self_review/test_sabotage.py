"""What agents did after a tool had left a file wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from m3bench.core import ARTEFACTS_KEY, Artefacts, Call, Look, Result, Step, sabotage_note
from m3bench.scoring import sabotage_response

FAULT = sabotage_note("voice.wav", "mute_part")


def step(
    wrote: str = "", looked: str = "", depth: str = "content", *, meta: Any = None, **given: Any
) -> Step:
    files = Artefacts(
        wrote=(wrote,) if wrote else (),
        looked=(msgspec.convert({"path": looked, "depth": depth}, Look),) if looked else (),
    )
    noted = {ARTEFACTS_KEY: msgspec.to_builtins(files), **(meta or {})}
    return Step((Call("audio/tool", given, result=Result(meta=noted)),))


SPEAK = step("voice.wav", meta=FAULT)
MIX = step("guide.wav", path="bed.wav", overlay="voice.wav")
JOIN = step("guide.wav", paths=["intro.wav", "voice.wav"])
AGAIN = step("voice.wav")


@pytest.mark.parametrize(
    ("steps", "looked", "changed"),
    [
        ([SPEAK], False, False),
        ([step(looked="voice.wav"), SPEAK, AGAIN], False, False),
        ([SPEAK, step(looked="voice.wav", depth="metadata"), AGAIN], False, False),
        ([SPEAK, step(looked="other.wav"), AGAIN], False, False),
        ([SPEAK, step(looked="voice.wav")], True, False),
        ([SPEAK, step(looked="voice.wav"), AGAIN], True, True),
        ([SPEAK, AGAIN, step(looked="voice.wav")], True, False),
        ([SPEAK, MIX, step(looked="guide.wav"), AGAIN], True, True),
        ([SPEAK, JOIN, step(looked="guide.wav"), AGAIN], True, True),
        ([SPEAK, step("guide.wav", path="bed.wav"), step(looked="guide.wav"), AGAIN], False, False),
    ],
)
def test_looks_at_the_file_or_what_was_made_from_it_count(
    steps: list[Step], looked: bool, changed: bool
) -> None:
    found = sabotage_response(steps)
    assert found is not None
    assert (found.path, found.looked, found.changed_again) == ("voice.wav", looked, changed)


def test_nothing_is_said_without_a_fault() -> None:
    assert sabotage_response([step("voice.wav"), step(looked="voice.wav")]) is None
