"""The server `video`."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from m3bench.core import Look
from m3bench.media import Sound, read_sound, write_sound
from m3bench.media.film import Film, Pixels, find_cuts, write_film
from m3bench.servers import Answer, Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import Asking, InProcess

SERVER = "video"
SIZE = (96, 64)
FPS = 10


def pattern(seed: int) -> Pixels:
    rough = np.random.default_rng(seed).integers(0, 255, (4, 6, 3), dtype=np.uint8)
    return np.kron(rough, np.ones((16, 16, 1), np.uint8))


def tone(seconds: float, loud: float = 0.4, rate: int = 24_000) -> Sound:
    wave = loud * np.sin(2 * np.pi * 440 * np.arange(round(seconds * rate)) / rate)
    return Sound(wave[:, None].astype(np.float32), rate)


@cache
def films() -> dict[str, bytes]:
    shots = [pattern(1)] * 20 + [pattern(2)] * 20
    silent = write_film([np.full((40, 40, 3), 90, np.uint8)] * 10, 5)
    return {"clip.mp4": write_film(shots, FPS, tone(4)), "silent.mp4": silent}


def put_films(folder: Path) -> None:
    for name, data in films().items():
        (folder / name).write_bytes(data)
    (folder / "music.wav").write_bytes(write_sound(tone(1, 0.2), ".wav"))
    Image.new("RGBA", (20, 20), (255, 0, 0, 255)).save(folder / "logo.png")
    (folder / "broken.mp4").write_bytes((folder / "clip.mp4").read_bytes()[:900])
    (folder / "words.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nHello\n", encoding="utf-8")


@pytest.fixture
def tool(tmp_path: Path) -> InProcess:
    put_films(tmp_path)
    return InProcess(SERVER, tmp_path)


def film(tool: Asking, name: str = "out.mp4") -> Film:
    return Film((tool.workspace / name).read_bytes())


def at(shown: Film, seconds: float) -> Pixels:
    return shown.frames_at([seconds])[0].pixels


def level(shown: Film, start: float, end: float) -> float:
    heard = shown.sound
    assert heard is not None
    return float(np.sqrt(np.mean(heard.mono[round(start * heard.rate) : round(end * heard.rate)] ** 2)))


def alike(one: Pixels, two: Pixels) -> bool:
    return float(np.abs(one.astype(float) - two).mean()) < 12


def test_probe_and_subtitles_over_both_ways(ask: Asking) -> None:
    put_films(ask.workspace)
    data = ask("probe", path="clip.mp4").data
    assert (data["seconds"], data["width"], data["height"], data["fps"]) == (4.0, 96, 64, 10.0)
    assert data["sound"] == {"codec": "aac", "rate": 24_000, "channels": 1}
    assert ask("probe", path="silent.mp4").data["sound"] is None
    lines = [{"start": 0.5, "end": 1.5, "text": "Hello"}, {"start": 2, "end": 3, "text": "again"}]
    assert ask("write_subtitles", subtitles=lines, output_path="a.srt").data["subtitles"] == 2
    assert "00:00:02,000 --> 00:00:03,000\nagain" in (ask.workspace / "a.srt").read_text("utf-8")
    assert ask("probe", path="broken.mp4").is_error
    assert ask("probe", path="nothing.mp4").is_error
    assert ask("write_subtitles", subtitles=lines[::-1], output_path="a.srt").is_error


def test_frames_are_exact_and_written(tool: InProcess) -> None:
    heard = tool("extract_frames", path="clip.mp4", times=[3.0, 1.99], output_folder="shots")
    assert heard.data["files"] == ["shots/frame_01.png", "shots/frame_02.png"]
    second, first = (np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")) for picture in heard.pictures)
    assert alike(first, pattern(1))
    assert alike(second, pattern(2))
    assert not alike(first, pattern(2))
    for times in ([], [9.0], [-1.0], [0.1] * 13):
        assert tool("extract_frames", path="clip.mp4", times=times).is_error


def test_the_film_can_be_seen_as_a_whole(tool: InProcess) -> None:
    heard = tool("contact_sheet", path="clip.mp4", count=4, output_path="sheet.png")
    assert heard.data["times"] == [0.5, 1.5, 2.5, 3.5]
    assert (tool.workspace / "sheet.png").exists()
    assert tool("play", path="clip.mp4").data["has_sound"] is True
    assert tool("detect_cuts", path="clip.mp4").data["cuts"] == [2.0]
    same = tool("compare_frames", path="clip.mp4", time=0.1, other_time=1.9).data["similarity"]
    other = tool("compare_frames", path="clip.mp4", time=0.1, other_time=2.1, other_path="clip.mp4").data
    assert same > 0.9 > 0.6 > other["similarity"]


def looks(folder: Path, name: str, **arguments: Any) -> tuple[Look, ...]:
    answer: Answer = load(SERVER).call(ToolContext(World(), Files(folder)), name, arguments)
    return answer.looked


def test_looks_say_how_much_was_seen(tmp_path: Path) -> None:
    put_films(tmp_path)
    assert looks(tmp_path, "probe", path="clip.mp4") == (Look("clip.mp4", "metadata"),)
    assert looks(tmp_path, "detect_cuts", path="clip.mp4") == (Look("clip.mp4", "structure"),)
    assert looks(tmp_path, "play", path="./clip.mp4") == (Look("clip.mp4"),)
    (part,) = looks(tmp_path, "extract_frames", path="clip.mp4", times=[1.0])
    assert part == Look("clip.mp4", "content", ((0.125, 0.375),))
    assert looks(tmp_path, "contact_sheet", path="clip.mp4", count=2) == (Look("clip.mp4"),)
    (some,) = looks(tmp_path, "contact_sheet", path="clip.mp4", count=1)
    assert some.spans == ((0.375, 0.625),)


def test_parts_are_cut_and_joined(tool: InProcess) -> None:
    assert tool("cut", path="clip.mp4", start=1.5, end=2.5, output_path="out.mp4").data["seconds"] == 1.0
    shown = film(tool)
    assert alike(at(shown, 0.4), pattern(1))
    assert alike(at(shown, 0.5), pattern(2))
    assert level(shown, 0.2, 0.8) == pytest.approx(0.28, abs=0.05)
    answer = tool("join", paths=["out.mp4", "silent.mp4", "out.mp4"], output_path="all.mp4").data
    assert (answer["seconds"], answer["width"], answer["starts"]) == (4.0, 96, [0.0, 1.0, 3.0])
    joined = film(tool, "all.mp4")
    assert alike(at(joined, 3.9), pattern(2))
    assert level(joined, 1.3, 2.7) < 0.01 < 0.2 < level(joined, 3.3, 3.9)
    for start, end in ((3, 2), (5, 6), (-1, 2), (0, 99)):
        assert tool("cut", path="clip.mp4", start=start, end=end, output_path="no.mp4").is_error
    assert tool("join", paths=["clip.mp4"], output_path="no.mp4").is_error
    assert tool("cut", path="clip.mp4", start=0, output_path="no.avi").is_error
    assert not (tool.workspace / "no.mp4").exists()


@pytest.mark.slow
def test_speed(tool: InProcess) -> None:
    assert tool("change_speed", path="clip.mp4", factor=2, output_path="out.mp4").data["seconds"] == 2.0
    assert find_cuts(film(tool).frames()) == [1.0]
    assert level(film(tool), 0.3, 1.7) == pytest.approx(0.28, abs=0.06)
    assert tool("change_speed", path="clip.mp4", factor=0, output_path="out.mp4").is_error


@pytest.mark.slow
def test_pictures_become_a_film(tool: InProcess) -> None:
    names = []
    for seed in (1, 2):
        Image.fromarray(pattern(seed)).save(tool.workspace / f"{seed}.png")
        names.append(f"{seed}.png")
    options = {"seconds_each": 1.5, "width": 96, "height": 64, "sound_path": "music.wav"}
    answer = tool("make_slideshow", picture_paths=names, output_path="out.mp4", **options).data
    assert (answer["seconds"], answer["starts"], answer["has_sound"]) == (3.0, [0.0, 1.5], True)
    assert alike(at(film(tool), 1.4), pattern(1))
    assert alike(at(film(tool), 1.5), pattern(2))
    assert tool("make_slideshow", picture_paths=["clip.mp4"], output_path="out.mp4").is_error


@pytest.mark.slow
def test_size_and_direction(tool: InProcess) -> None:
    box = {"left": 16, "top": 16, "width": 48, "height": 32}
    assert tool("crop", path="clip.mp4", output_path="out.mp4", **box).data["width"] == 48
    assert alike(at(film(tool), 0.5), pattern(1)[16:48, 16:64])
    assert tool("resize", path="clip.mp4", width=48, output_path="out.mp4").data["height"] == 32
    assert tool("rotate", path="clip.mp4", degrees="90", output_path="out.mp4").data["height"] == 96
    assert alike(at(film(tool), 0.5), np.rot90(pattern(1), -1))
    assert tool("crop", path="clip.mp4", output_path="out.mp4", **box | {"left": 90}).is_error
    assert tool("resize", path="clip.mp4", output_path="out.mp4").is_error
    assert tool("rotate", path="clip.mp4", degrees="45", output_path="out.mp4").is_error


@pytest.mark.slow
def test_fades(tool: InProcess) -> None:
    tool("fade", path="clip.mp4", output_path="out.mp4", fade_in=1, fade_out=0.5)
    shown = film(tool)
    assert at(shown, 0).mean() < 20
    assert at(shown, 3.95).mean() < 20
    assert alike(at(shown, 1.5), pattern(1))
    assert tool("fade", path="clip.mp4", output_path="out.mp4", fade_in=-1).is_error


@pytest.mark.slow
def test_pictures_and_text_are_laid_over(tool: InProcess) -> None:
    spot = {"place": "top left", "width": 0.25, "start": 1, "end": 2}
    box = tool(
        "overlay_picture", path="clip.mp4", picture_path="logo.png", output_path="out.mp4", **spot
    ).data["box"]
    middle = (box[1] + box[3]) // 2, (box[0] + box[2]) // 2
    reds = [at(film(tool), seconds)[middle] for seconds in (0.5, 1.5)]
    assert reds[1][0] > 200 > 60 > reds[1][1]
    assert abs(int(reds[0][0]) - int(pattern(1)[middle][0])) < 30
    tool("overlay_text", path="clip.mp4", text="Hi", output_path="out.mp4", height=0.3, start=2)
    assert alike(at(film(tool), 1), pattern(1))
    assert not alike(at(film(tool), 3)[40:], pattern(2)[40:])
    assert tool("overlay_text", path="clip.mp4", text=" ", output_path="out.mp4").is_error
    assert tool("overlay_picture", path="clip.mp4", picture_path="clip.mp4", output_path="x.mp4").is_error


def test_subtitles_are_burned_at_their_times(tool: InProcess) -> None:
    heard = tool("burn_subtitles", path="clip.mp4", subtitle_path="words.srt", output_path="out.mp4")
    assert heard.data["subtitles"] == 1
    shown = film(tool)
    assert alike(at(shown, 0.95)[50:], pattern(1)[50:])
    assert alike(at(shown, 2)[50:], pattern(2)[50:])
    assert not alike(at(shown, 1.0)[50:, 30:66], pattern(1)[50:, 30:66])
    late = [{"start": 9, "end": 10, "text": "late"}]
    for options in ({}, {"subtitles": late}, {"subtitle_path": "clip.mp4"}):
        assert tool("burn_subtitles", path="clip.mp4", output_path="out.mp4", **options).is_error


@pytest.mark.slow
def test_sound_is_extracted_removed_and_replaced(tool: InProcess) -> None:
    assert tool("extract_sound", path="clip.mp4", output_path="a.wav", start=1, end=2).data["seconds"] == 1
    assert read_sound((tool.workspace / "a.wav").read_bytes()).seconds == 1
    assert tool("mute", path="clip.mp4", output_path="out.mp4").data["has_sound"] is False
    tool("replace_sound", path="clip.mp4", sound_path="music.wav", output_path="out.mp4")
    assert level(film(tool), 0.2, 0.8) == pytest.approx(0.14, abs=0.03)
    assert level(film(tool), 2, 3) < 0.01
    assert tool("extract_sound", path="silent.mp4", output_path="a.wav").is_error
    assert tool("replace_sound", path="clip.mp4", sound_path="logo.png", output_path="out.mp4").is_error


@pytest.mark.slow
def test_sound_is_mixed_and_made_louder(tool: InProcess) -> None:
    options = {"sound_path": "music.wav", "start": 2}
    tool("mix_sound", path="clip.mp4", output_path="out.mp4", gain=-60, **options)
    assert level(film(tool), 2.2, 2.8) == pytest.approx(0.28, abs=0.04)
    tool("mix_sound", path="silent.mp4", output_path="out.mp4", sound_path="music.wav", start=1)
    assert level(film(tool), 1.2, 1.8) > 0.1 > 0.01 > level(film(tool), 0, 0.9)
    tool("change_volume", path="clip.mp4", gain=-20, output_path="out.mp4", start=2)
    assert level(film(tool), 0.5, 1.5) > 5 * level(film(tool), 2.5, 3.5)
    assert tool("change_volume", path="silent.mp4", gain=3, output_path="out.mp4").is_error
    assert tool("change_volume", path="clip.mp4", gain=300, output_path="out.mp4").is_error
