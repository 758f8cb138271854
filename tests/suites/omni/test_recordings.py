"""Codes and names as they are said, and whether the bundled recognizer hears them."""

from __future__ import annotations

import pytest

from m3bench.curation.heard import Words
from m3bench.media.speech import recognize
from m3bench_suites.builders.omni.recordings import HEARD_PLACES, spelled
from m3bench_world import World
from m3bench_world.audio import Line, Script

VOICES = ("heart", "ruth", "daniel", "george")


def heard(text: str, voice: str) -> Words:
    """Return what the recognizer hears on the telephone."""
    script = Script("message", "Message", (Line("caller", voice, text),))
    sound = World().audio.spoken(script, "telephone").sound
    return Words(" ".join(word.text for word in recognize(sound)))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("HAR-A60011", "H A R, Alpha, six zero zero one one"),
        ("L5880", "Lima, five eight eight zero"),
        ("54730", "five four seven three zero"),
    ],
)
def test_letters_before_digits_are_words(code: str, said: str) -> None:
    assert spelled(code) == said
    assert Words(said).tells(code)


@pytest.mark.slow
@pytest.mark.parametrize(
    "place", [*HEARD_PLACES, pytest.param("Tralee", marks=pytest.mark.xfail(strict=True))]
)
def test_places_are_heard_from_every_voice(place: str) -> None:
    text = f"The place is {place}, and the day is the thirteenth of December twenty twenty-five."
    assert all(heard(text, voice).tells(place) for voice in VOICES)


@pytest.mark.slow
def test_letters_are_not_heard_as_words_and_digits() -> None:
    text = "My number is {}. Please call me back."
    assert heard(text.format(spelled("PIN-B40423")), "heart").tells("PIN-B40423")
    assert not heard(text.format("P I N, B four zero four two three"), "heart").tells("PIN-B40423")
