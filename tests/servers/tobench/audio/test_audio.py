"""The server `audio`: every tool does what it says to files, and refuses what it cannot do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from m3bench.media import (
    DTMF,
    Sound,
    find_tones,
    join,
    loudness,
    make_tone,
    read_sound,
    rms_level,
    silence,
    write_sound,
)
from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import Asking, InProcess

SERVER = "audio"
RATE = 8_000


def put(folder: Path) -> None:
    """`beep.wav` is silent for 1 s, beeps for 1 s, and is silent for 1 s; `low.wav` sounds for 1 s."""
    beep = join([silence(1, RATE), make_tone([1_000], 1, RATE), silence(1, RATE)])
    low = make_tone([400], 1, RATE)
    left = Sound(np.hstack([low.samples, make_tone([900], 1, RATE).samples]), RATE)
    keys = join([make_tone(DTMF[key], 0.1, RATE) for key in "5550"], 0.1)
    clicks = join([make_tone([1_000], 0.05, RATE)] * 6, 0.45)
    for name, sound in {"beep": beep, "low": low, "stereo": left, "keys": keys, "clicks": clicks}.items():
        (folder / f"{name}.wav").write_bytes(write_sound(sound, ".wav"))
    (folder / "broken.wav").write_bytes(b"RIFF" + b"x" * 50)


@pytest.fixture
def files(tmp_path: Path) -> InProcess:
    put(tmp_path)
    return InProcess(SERVER, tmp_path)


def made(files: InProcess, tool: str, **arguments: Any) -> Sound:
    """What a tool wrote, which its answer must name and describe."""
    data = files(tool, **arguments, output_path="out/made.wav").data
    assert data["path"] == "out/made.wav"
    sound = read_sound((files.workspace / "out" / "made.wav").read_bytes())
    assert data["seconds"] == pytest.approx(sound.seconds, abs=0.002)
    return sound


def test_a_tone_is_made_and_described(ask: Asking) -> None:
    wrote = ask("generate_tone", output_path="tone.flac", frequency=880, seconds=0.5, count=3).data
    assert wrote == {"path": "tone.flac", "seconds": 2.1, "sample_rate": 24_000, "channels": 1}
    data = ask("detect_tones", path="tone.flac").data
    assert data["count"] == 3
    assert ask("get_audio_info", path="tone.flac").data["seconds"] == 2.1
    assert ask("get_audio_info", path="tone.wav").is_error


def test_playing_shows_the_sound_and_probing_only_its_properties(files: InProcess) -> None:
    server, context = load(SERVER), ToolContext(World(), Files(files.workspace))
    played = server.call(context, "play_audio", {"path": "beep.wav", "start": 1.0, "end": 2.5})
    (look,) = played.looked
    assert (look.path, look.depth, look.spans) == ("beep.wav", "content", ((1 / 3, 2.5 / 3),))
    assert read_sound(played.attachments[0].data).seconds == pytest.approx(1.5, abs=0.15)
    assert played.attachments[0].media_type == "audio/mpeg"
    probed = server.call(context, "get_audio_info", {"path": "beep.wav"})
    assert (probed.looked[0].depth, probed.attachments) == ("metadata", ())
    assert server.call(context, "reverse_audio", {"path": "low.wav", "output_path": "r.wav"}).wrote == (
        "r.wav",
    )


def test_levels(files: InProcess) -> None:
    quiet = files("measure_levels", path="beep.wav", start=0, end=0.9).data
    assert quiet["rms_dbfs"] == -120
    assert files("measure_levels", path="beep.wav").data["peak_dbfs"] == pytest.approx(-8, abs=0.1)
    louder = made(files, "change_volume", path="low.wav", decibels=-12)
    before = read_sound((files.workspace / "low.wav").read_bytes())
    assert rms_level(before) - rms_level(louder) == pytest.approx(12, abs=0.1)
    assert loudness(made(files, "normalize_audio", path="beep.wav", loudness_dbfs=-25)) == pytest.approx(
        -25, abs=0.2
    )
    faded = made(files, "fade_audio", path="low.wav", fade_in=0.5, fade_out=0.2)
    assert abs(faded.samples[:100]).max() < 0.02
    assert (
        files("change_volume", path="low.wav", decibels=20, output_path="x.wav").data["clipped_samples"]
        > 1_000
    )


def test_silences_tones_and_beats(files: InProcess) -> None:
    data = files("detect_silences", path="beep.wav").data
    assert data["silences"] == [{"start": 0.0, "end": 1.0}, {"start": 2.0, "end": 3.0}]
    assert files("detect_silences", path="low.wav").data["count"] == 0
    assert files("detect_tones", path="keys.wav").data["keys"] == "5550"
    assert files("detect_tones", path="beep.wav", start=0.5, end=1.5).data["tones"][0]["start"] == 1.0
    beats = files("detect_beats", path="clicks.wav").data
    assert (beats["count"], beats["beats_per_minute"], beats["regular"]) == (6, 120.0, True)


def test_cutting(files: InProcess) -> None:
    whole = read_sound((files.workspace / "beep.wav").read_bytes())
    part = made(files, "cut_audio", path="beep.wav", start=1, end=1.5)
    assert np.array_equal(part.samples, whole.samples[RATE : RATE * 3 // 2])
    assert made(files, "remove_section", path="beep.wav", start=1, end=2).seconds == 2
    assert not find_tones(made(files, "mute_section", path="beep.wav", start=0.9, end=2.1))
    assert made(files, "trim_silence", path="beep.wav").seconds == pytest.approx(1.2, abs=0.05)
    paused = made(files, "insert_silence", path="clicks.wav", at=0.2, seconds=2)
    assert paused.seconds == pytest.approx(2.55 + 2, abs=0.01)
    short = made(files, "trim_silence", path="out/made.wav", inside=True, keep_seconds=0.05)
    assert short.seconds < 1.2


def test_speed_order_and_format(files: InProcess) -> None:
    kept = made(files, "change_speed", path="low.wav", factor=2)
    assert (kept.seconds, round(find_tones(kept)[0].frequencies[0], -1)) == (0.5, 400)
    moved = made(files, "change_speed", path="low.wav", factor=2, keep_pitch=False)
    assert round(find_tones(moved)[0].frequencies[0], -1) == 800
    assert made(files, "loop_audio", path="low.wav", times=3, pause=0.5).seconds == 4
    assert made(files, "reverse_audio", path="clicks.wav").samples[0] == pytest.approx(0, abs=0.01)
    stereo = made(files, "convert_audio", path="low.wav", sample_rate=16_000, channels=2)
    assert (stereo.rate, stereo.samples.shape[1]) == (16_000, 2)
    right = made(files, "extract_channel", path="stereo.wav", channel=2)
    assert find_tones(right)[0].frequencies[0] == pytest.approx(900, rel=0.01)
    for suffix in (".mp3", ".ogg", ".m4a", ".flac"):
        wrote = files("convert_audio", path="low.wav", output_path=f"low{suffix}").data
        assert read_sound((files.workspace / wrote["path"]).read_bytes()).seconds == pytest.approx(
            1, abs=0.25
        )


def test_combining(files: InProcess) -> None:
    data = files("join_audio", paths=["low.wav", "beep.wav"], pause=0.5, output_path="joined.wav").data
    assert (data["starts"], data["seconds"]) == ([0.0, 1.5], 4.5)
    laid = made(files, "overlay_audio", path="beep.wav", overlay_path="low.wav", at=2.5)
    assert laid.seconds == 3.5
    assert (
        made(files, "overlay_audio", path="beep.wav", overlay_path="low.wav", at=2.5, extend=False).seconds
        == 3
    )
    mixed = made(files, "mix_audio", paths=["low.wav", "beep.wav"], decibels=[-6, 0])
    assert (mixed.seconds, len(find_tones(mixed))) == (3, 2)


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("cut_audio", {"path": "beep.wav", "start": 2, "end": 1}, "not after the start"),
        ("cut_audio", {"path": "beep.wav", "start": 0, "end": 99}, "not between"),
        ("cut_audio", {"path": "broken.wav", "start": 0, "end": 1}, "cannot be decoded"),
        ("cut_audio", {"path": "none.wav", "start": 0, "end": 1}, "Not found"),
        ("cut_audio", {"path": "../beep.wav", "start": 0, "end": 1}, "workspace"),
        ("change_speed", {"path": "low.wav", "factor": 0.0}, "not between"),
        ("change_volume", {"path": "low.wav", "decibels": float("nan")}, "not between"),
        ("loop_audio", {"path": "low.wav", "times": 100, "pause": 60}, "longer than 600"),
        ("loop_audio", {"path": "low.wav", "times": 0}, "whole number"),
        ("fade_audio", {"path": "low.wav"}, "both fades"),
        ("extract_channel", {"path": "low.wav", "channel": 2}, "not from 1 to 1"),
        ("convert_audio", {"path": "low.wav", "channels": 6}, "not 1 or 2"),
        ("join_audio", {"paths": []}, "0 paths"),
        ("mix_audio", {"paths": ["low.wav", "beep.wav"], "decibels": [1]}, "one for each"),
        ("generate_tone", {"frequency": 880, "seconds": 60, "count": 100}, "longer than 600"),
        ("remove_section", {"path": "low.wav", "start": 0, "end": 1}, "nothing is left"),
    ],
)
def test_what_cannot_be_done_is_refused(
    files: InProcess, tool: str, arguments: dict[str, Any], says: str
) -> None:
    heard = files(tool, **arguments, output_path="out.wav")
    assert heard.is_error
    assert says in heard.text
    assert not (files.workspace / "out.wav").exists()


def test_only_known_formats_are_written(files: InProcess) -> None:
    for path in ("out.txt", "out", "../out.wav", ""):
        assert files("reverse_audio", path="low.wav", output_path=path).is_error
