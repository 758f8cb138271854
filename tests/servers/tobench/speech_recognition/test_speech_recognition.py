"""The server `speech-recognition`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.media import Sound, join, silence, write_sound
from m3bench.media.speech import Word, synthesize, word_error_rate
from m3bench_world.servers.tobench.speech_recognition import tools
from m3bench_world.servers.tobench.speech_recognition.tools import group_words, write_srt, write_vtt
from tests.servers.asking import InProcess

SERVER = "speech-recognition"
TEXT = "Please send the keyboard back. The order number is four seven one two."


@pytest.fixture
def heard_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recognizer that hears the same words in any sound."""

    def hear(sound: Sound) -> tuple[Word, ...]:
        assert sound.seconds <= tools.MOST_RECOGNIZED
        return (Word("Order", 0.5, 0.9), Word("4712.", 1.0, 2.0), Word("Thanks.", 3.5, 4.0))

    monkeypatch.setattr(tools, "recognize", hear)


def put(folder: Path, seconds: float) -> InProcess:
    (folder / "a.wav").write_bytes(write_sound(silence(seconds, 8_000), ".wav"))
    return InProcess(SERVER, folder)


def test_transcripts_are_compared(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    same = ask("compare_transcripts", expected="Order four seven", actual="order 4-7").data
    assert same["word_error_rate"] == 0
    assert ask("compare_transcripts", expected="one two", actual="one").data["word_error_rate"] == 0.5
    assert ask("compare_transcripts", expected="...", actual="one").is_error
    assert ask("compare_transcripts", expected="1" * 4_000, actual="one").is_error
    assert ask("transcribe", path="none.wav").is_error


@pytest.mark.usefixtures("heard_words")
def test_long_sounds_are_heard_in_parts(tmp_path: Path) -> None:
    ask = put(tmp_path, 100)
    first = ask("transcribe", path="a.wav").data
    assert 48 <= first["continues_at"] <= 60
    assert [phrase["text"] for phrase in first["phrases"]] == ["Order 4712.", "Thanks."]
    rest = ask("transcribe_words", path="a.wav", start=first["continues_at"]).data
    assert "continues_at" not in rest
    assert rest["words"][0] == [
        "Order",
        round(first["continues_at"] + 0.5, 2),
        round(first["continues_at"] + 0.9, 2),
    ]
    data = ask("find_phrase", path="a.wav", phrase="four seven", end=30).data
    assert data == {"places": [{"start": 1.0, "end": 2.0}]}
    assert "not said" in ask("find_phrase", path="a.wav", phrase="seven four", end=30).text
    assert ask("find_phrase", path="a.wav", phrase="?!", end=30).is_error


@pytest.mark.usefixtures("heard_words")
def test_subtitles_are_written(tmp_path: Path) -> None:
    ask = put(tmp_path, 5)
    assert ask("write_subtitles", path="a.wav", output_path="a.srt").data == {
        "path": "a.srt",
        "subtitles": 2,
        "ends_at": 4.0,
    }
    expected = "1\n00:00:00,500 --> 00:00:02,000\nOrder 4712.\n\n2\n00:00:03,500 --> 00:00:04,000\nThanks.\n"
    assert (tmp_path / "a.srt").read_text(encoding="utf-8") == expected
    assert ask("write_subtitles", path="a.wav", output_path="a.vtt").data["subtitles"] == 2
    assert (
        (tmp_path / "a.vtt")
        .read_text(encoding="utf-8")
        .startswith("WEBVTT\n\n00:00:00.500 --> 00:00:02.000\n")
    )
    assert ask("write_subtitles", path="a.wav", output_path="a.txt").is_error
    assert put(tmp_path, 130)("write_subtitles", path="a.wav", output_path="b.srt").is_error


def test_subtitles_are_short() -> None:
    words = [Word("word", float(second), second + 0.9) for second in range(30)]
    groups = group_words(words, 30)
    assert [word for group in groups for word in group] == words
    assert all(len(" ".join(word.text for word in group)) <= 30 for group in groups)
    assert all(group[-1].end - group[0].start <= 6 for group in groups)
    assert write_srt([]) == ""
    assert write_vtt([]) == "WEBVTT\n"


@pytest.mark.slow
def test_speech_is_understood(tmp_path: Path) -> None:
    speech = synthesize(TEXT, "daniel")
    (tmp_path / "call.wav").write_bytes(write_sound(join([silence(1, 24_000), speech.sound]), ".wav"))
    ask = InProcess(SERVER, tmp_path)
    said = ask("transcribe", path="call.wav").data
    assert word_error_rate(TEXT, said["text"]) <= 0.1
    place = ask("find_phrase", path="call.wav", phrase="order number").data["places"][0]
    assert place["start"] == pytest.approx(1 + speech.words[6].start, abs=0.5)
    assert "keyboard" not in ask("transcribe", path="call.wav", start=place["start"]).data["text"]
