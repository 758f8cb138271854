"""The server `speech-synthesis`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.media import read_sound
from m3bench.media.speech import VOICES
from tests.servers.asking import InProcess

SERVER = "speech-synthesis"


def test_voices_and_durations(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    assert [voice["name"] for voice in ask("list_voices").data["voices"]] == list(VOICES)
    slow, fast = (ask("estimate_duration", text="Good morning. " * 9, speed=speed).data for speed in (0.5, 2))
    assert slow["seconds"] > fast["seconds"] > 1
    assert ask("estimate_duration", text="Hello", voice="nobody").is_error


@pytest.mark.slow
def test_texts_and_dialogues_become_files(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    wrote = ask("speak", text="Good morning.", output_path="a.wav").data
    sound = read_sound((tmp_path / "a.wav").read_bytes())
    assert (wrote["words"], wrote["seconds"]) == (2, round(sound.seconds, 3))
    lines = [{"text": "Good morning."}, {"text": "Good morning.", "voice": "daniel", "pause": 1.5}]
    spoken = ask("speak_dialogue", lines=lines, output_path="b.wav").data
    first, second = spoken["lines"]
    assert second["start"] - first["end"] == pytest.approx(1.5, abs=0.02)
    assert second["end"] == pytest.approx(spoken["seconds"], abs=0.02)
    for text in ("", "[]", "x" * 4_000, "y" * 99):
        assert ask("speak", text=text, output_path="c.wav").is_error
    assert ask("speak", text="Good morning.", output_path="c.txt").is_error
    assert ask("speak", text="Good morning.", output_path="c.wav", speed=9).is_error
    assert ask("speak_dialogue", lines=[], output_path="c.wav").is_error
    assert not (tmp_path / "c.wav").exists()
