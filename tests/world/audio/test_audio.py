"""Recordings of the world and what is to be heard in them."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench.media import find_beats, find_tones, read_sound, write_sound
from m3bench.media.speech import VOICES, recognize, spoken_words, word_error_rate
from m3bench_world import World
from m3bench_world.audio import SIGNALS, SPEECH, Line, Script
from m3bench_world.audio.script import dictate, spell

NUMBERS = range(1)


@pytest.mark.parametrize("kind", SIGNALS)
def test_the_tones_of_signals_are_those_of_the_truth(kind: str) -> None:
    audio = World(11).audio
    for number in NUMBERS:
        recording = audio.recording(kind, number)
        sound, truth = read_sound(write_sound(recording.sound, ".wav")), recording.truth
        found = find_tones(sound)
        assert len(found) == len(truth.tones) == truth.facts.get("count")
        assert [tone.start for tone in found] == pytest.approx([tone.start for tone in truth.tones], abs=0.03)
        wanted = [tone.frequencies[-1] for tone in truth.tones]
        assert [tone.frequencies[-1] for tone in found] == pytest.approx(wanted, rel=0.01)
        assert sound.seconds == pytest.approx(truth.seconds)


def test_keys_and_tempo_are_heard() -> None:
    audio = World(12).audio
    keys = audio.recording("dtmf", 4)
    assert "".join(tone.key or "?" for tone in find_tones(keys.sound)) == keys.truth.facts["keys"]
    clicks = audio.recording("metronome", 4)
    assert find_beats(clicks.sound).per_minute == pytest.approx(clicks.truth.facts["tempo"], abs=1)


@pytest.mark.parametrize("kind", SPEECH)
def test_scripts_say_their_facts(kind: str) -> None:
    audio = World(5).audio
    for number in range(20):
        script = audio.script(kind, number)
        said = spoken_words(" ".join(line.text for line in script.lines))
        for fact in script.facts.values():
            if isinstance(fact, str) and kind != "support_call" and fact not in ("part missing", "damaged"):
                digits = spoken_words(fact)
                assert all(word in said for word in digits) or not fact[0].isdigit(), (fact, said)
        assert all(line.voice in VOICES for line in script.lines)
        assert script == audio.script(kind, number)
    assert len({repr(audio.script(kind, number)) for number in range(20)}) > 15


def test_another_seed_is_another_recording() -> None:
    one, other = (World(seed).audio.recording("melody", 1) for seed in (1, 2))
    assert one.truth.facts != other.truth.facts
    assert np.array_equal(one.sound.samples, World(1).audio.recording("melody", 1).sound.samples)


@pytest.mark.parametrize(("kind", "channel"), [("opera", None), ("voicemail", "radio"), ("beeps", "noise")])
def test_unknown_kinds_and_channels_are_refused(kind: str, channel: str | None) -> None:
    with pytest.raises(ValueError, match="is not"):
        World().audio.recording(kind, 1, channel)


@pytest.mark.slow
def test_a_script_of_your_own() -> None:
    script = Script(
        "call", "A call", (Line("Ann", "heart", "Please send the keyboard back."),), {"item": "keyboard"}
    )
    with pytest.raises(ValueError, match="is not one of"):
        World().audio.spoken(script, "radio")
    recording = World().audio.spoken(script)
    (turn,) = recording.truth.turns
    assert recording.truth.transcript == turn.text
    assert 0.4 < turn.start < turn.end < recording.sound.seconds
    assert recording.truth.speakers == ("Ann",)


def test_numbers_are_dictated_digit_by_digit() -> None:
    assert spell("4012") == "four zero one two"
    assert dictate("555-0142") == "five five five, zero one four two"


@pytest.mark.slow
@pytest.mark.parametrize("kind", SPEECH)
def test_turns_and_words_are_in_order_and_understood(kind: str) -> None:
    recording = World(23).audio.recording(kind, 2, "clean")
    truth = recording.truth
    times = [moment for word in truth.words for moment in (word.start, word.end)]
    assert times == sorted(times)
    assert [len(turn.words) for turn in truth.turns] == [len(turn.text.split()) for turn in truth.turns]
    heard = " ".join(word.text for word in recognize(recording.sound))
    assert word_error_rate(truth.transcript, heard) <= 0.15
    noisy = World(23).audio.recording(kind, 2, "noise")
    assert noisy.truth.turns == truth.turns
    assert not np.array_equal(noisy.sound.samples, recording.sound.samples)
