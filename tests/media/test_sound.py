"""Sound as samples, and its files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from m3bench.media import BrokenMedia, MediaPackageMissing, Sound, read_sound, require_package, write_sound
from m3bench.media.sound import CODECS


def tone(seconds: float = 0.5, *, channels: int = 1, rate: int = 16_000) -> Sound:
    moments = np.arange(int(seconds * rate)) / rate
    wave = 0.5 * np.sin(2 * np.pi * 440 * moments)
    return Sound(np.stack([wave] * channels, axis=1).astype(np.float32), rate)


@pytest.mark.parametrize("suffix", [".wav", ".flac"])
@pytest.mark.parametrize("channels", [1, 2])
def test_lossless_files_keep_every_sample(suffix: str, channels: int) -> None:
    sound = tone(channels=channels)
    read = read_sound(write_sound(sound, suffix))
    assert (read.rate, read.samples.shape) == (sound.rate, sound.samples.shape)
    assert np.abs(read.samples - sound.samples).max() < 1e-4


@pytest.mark.parametrize("suffix", CODECS)
def test_files_have_the_length_of_the_sound_and_are_repeatable(suffix: str) -> None:
    sound = tone()
    data = write_sound(sound, suffix)
    assert data == write_sound(sound, suffix)
    read = read_sound(data)
    assert read.seconds == pytest.approx(0.5, abs=0.12), "lossy codecs add silence"
    assert np.sqrt(np.mean(read.mono**2)) == pytest.approx(0.35, abs=0.06)


@pytest.mark.parametrize("data", [b"", b"RIFF", b"no sound at all" * 40])
def test_broken_files_are_named(data: bytes) -> None:
    with pytest.raises(BrokenMedia):
        read_sound(data)


def test_a_missing_package_says_what_to_install() -> None:
    with pytest.raises(MediaPackageMissing, match=r"no_such_package.*\n?.*m3bench\[media\]"):
        require_package("no_such_package")


def test_a_playlist_opens_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.wav").write_bytes(write_sound(tone(), ".wav"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BrokenMedia):
        read_sound(b"ffconcat version 1.0\nfile secret.wav\n")


def test_a_sound_that_is_too_long_is_refused() -> None:
    with pytest.raises(BrokenMedia, match=r"longer than 0\.1 s"):
        read_sound(write_sound(tone(), ".wav"), most_seconds=0.1)
