"""Phrases: words that are said in texts of their own."""

from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench_suites.builders.tasks import Family, SuiteDraw
from m3bench_suites.builders.tasks.phrases import Said
from m3bench_suites.builders.tasks.wording import Phrase, fill
from m3bench_world import World

PHRASES: dict[str, Phrase] = {
    "berth": " I need a berth of {berth} m{shore}.",
    "shore": " on the {shore} side",
    "greeting": ("Ahoy, {town}!", "Hello, {town}!"),
    "tide": {"high": "at high water", "low": "at low water"},
    "wares": {"fish": "herring", "wood": "planks of {wood}", "ore": "iron"},
    "please": "Please",
}


class Draw(SuiteDraw):
    suite = "harbours"
    first_picture = 1


def said(text: str, number: int = 0, /, **words: object) -> str:
    draw = Draw(World(), Family(number=1, name="ports", title="Ports", tasks=()), number)
    return fill(text, Said(PHRASES, words, draw))


def test_a_phrase_says_its_word_and_other_words_and_phrases() -> None:
    assert (
        said("Hello.{berth}", berth=12, shore="north") == "Hello. I need a berth of 12 m on the north side."
    )


@pytest.mark.parametrize("nothing", [None, False, "", (), []])
def test_a_phrase_of_an_empty_word_is_left_out(nothing: object) -> None:
    assert said("Hello.{berth}", berth=nothing, shore="north") == "Hello."


def test_zero_is_not_empty() -> None:
    assert said("{berth}", berth=0, shore=None) == " I need a berth of 0 m."


def test_a_phrase_without_a_word_says_itself() -> None:
    assert said("{please}") == "Please"


def test_one_of_several_phrases_is_drawn() -> None:
    assert {said("{greeting}", number, town="Bergen") for number in range(12)} == {
        "Ahoy, Bergen!",
        "Hello, Bergen!",
    }


def test_a_word_chooses_among_texts_and_a_list_of_words_is_joined() -> None:
    assert said("{tide}", tide="low") == "at low water"
    assert said("{wares}", wares=("fish", "wood", "ore"), wood="oak") == "herring, planks of oak and iron"


@pytest.mark.parametrize(
    ("text", "words"), [("{tide}", {"tide": "ebb"}), ("{wares}", {"wares": ["ebb"]}), ("{ebb}", {})]
)
def test_a_word_that_no_phrase_knows_is_named(text: str, words: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="No word 'ebb' is drawn"):
        said(text, **words)
