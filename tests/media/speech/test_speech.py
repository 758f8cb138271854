"""Text to speech and back."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench.media import Sound, find_parts, gain, loudness, silence
from m3bench.media.speech import (
    VOICES,
    UnspeakableText,
    estimate_seconds,
    recognize,
    synthesize,
    word_error_rate,
)

TEXT = "Please send the keyboard back. The number is four seven one two."


@pytest.mark.slow
def test_words_have_times_within_the_sound() -> None:
    speech = synthesize(TEXT)
    assert speech.text == TEXT
    assert len(speech.words) == len(TEXT.split())
    times = [moment for word in speech.words for moment in (word.start, word.end)]
    assert times == sorted(times)
    assert times[-1] <= speech.sound.seconds
    parts = find_parts(speech.sound, -46)
    assert speech.words[0].start == pytest.approx(parts[0][0], abs=0.1)
    assert speech.words[-1].end == pytest.approx(parts[-1][1], abs=0.1)
    pause = speech.words[5].start - speech.words[4].end
    assert pause > 0.2, "there is a pause between sentences"
    assert loudness(speech.sound) == pytest.approx(-20, abs=3)
    again = synthesize(TEXT)
    assert np.array_equal(again.sound.samples, speech.sound.samples)
    assert again.words == speech.words
    assert estimate_seconds(TEXT) == pytest.approx(speech.sound.seconds, rel=0.35)


@pytest.mark.parametrize("text", ["", " \n", "[]{}", "…", "x" * 6_000, "y" * 61, "💣 \ud800"])
def test_what_cannot_be_said_is_refused(text: str) -> None:
    with pytest.raises(UnspeakableText):
        synthesize(text)


@pytest.mark.slow
@pytest.mark.parametrize("voice", VOICES)
def test_every_voice_is_understood(voice: str) -> None:
    speech = synthesize(TEXT, voice)
    heard = recognize(speech.sound)
    assert word_error_rate(TEXT, " ".join(word.text for word in heard)) <= 0.15
    assert heard[-1].end == pytest.approx(speech.words[-1].end, abs=0.6)
    assert recognize(speech.sound) == heard
    with pytest.raises(AssertionError):
        assert (
            word_error_rate("A different sentence altogether.", " ".join(word.text for word in heard)) <= 0.15
        )


@pytest.mark.slow
def test_voices_differ_and_speed_changes_the_length() -> None:
    low, high = synthesize(TEXT, "george").sound, synthesize(TEXT, "lena").sound
    assert _pitch(low) < 150 < 190 < _pitch(high)
    assert synthesize(TEXT, speed=1.5).sound.seconds < 0.8 * synthesize(TEXT).sound.seconds


def _pitch(sound: Sound) -> float:
    """The most common distance between periods, by autocorrelation of loud frames."""
    found = []
    for start in range(0, len(sound.samples) - 1_200, 1_200):
        frame = sound.mono[start : start + 1_200]
        if np.sqrt(np.mean(frame**2)) < 0.05:
            continue
        likeness = np.correlate(frame, frame, "full")[1_199:]
        found.append(24_000 / (60 + int(likeness[60:400].argmax())))
    return float(np.median(found))


def test_nothing_is_heard_in_silence() -> None:
    assert recognize(silence(2, 16_000)) == ()
    assert recognize(gain(silence(0.01, 16_000), 3)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["William Carter", "Louis Lopez", "Henry VIII"])
def test_people_with_names_of_kings_are_called_by_their_names(name: str) -> None:
    words = [word.text for word in synthesize(f"My name is {name}.").words]
    spoken = ["Henry", "the", "eighth."] if name.endswith("VIII") else f"{name}.".split()
    assert words == ["My", "name", "is", *spoken]


@pytest.mark.slow
def test_a_swallowed_word_is_said_again_more_slowly() -> None:
    """Where it ends depends on the processor; a word that was swallowed would be silent."""
    speech = synthesize("The 67 dollars are on us.", "oscar")
    last = find_parts(speech.sound, -46)[-1]
    assert last[1] > speech.words[-1].start
    assert recognize(speech.sound)[-1].text == "us."
