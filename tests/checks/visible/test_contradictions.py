"""What contradicts an expected text, and what only looks like it."""

import pytest

from m3bench.checks.visible import contradicting_line, contradictions


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ("Step 1: 4 eggs", "Step 1: 5 eggs"),
        ("Step 1: 4 eggs", "And step 1: 5 eggs, please"),
        ("Admission: 12 euros", "Admission: 20 euros"),
        ("Colour: red", "Colour: blue"),
        ("20 gold", "25 gold"),
        ("Table for 1 person", "Table for 3 persons"),
        ("12 March|March 12", "March 13"),
    ],
)
def test_another_value_of_the_same_thing_contradicts(wanted: str, line: str) -> None:
    assert contradictions([wanted], [wanted.partition("|")[0], line]) == [line]


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ("Step 1: 4 eggs", "Step 2: 5 eggs"),
        ("Step 1: 4 eggs", "Step 1: 4 eggs, beaten"),
        ("Step 1: 4 eggs", "Step 1: 4 egg"),
        ("20 gold", "It was found with 25 gold coins in 1990"),
        ("$ 49.00", "$ 99.00"),
        ("Lantern of Embers", "Lantern of Sparks"),
        ("Colour: red", "Colours of the year: blue"),
        ("Saturday, 10:00", "Saturday, noon"),
    ],
)
def test_another_thing_does_not(wanted: str, line: str) -> None:
    assert contradictions([wanted], [wanted, line]) == []


def test_the_line_around_an_expected_text_says_what_its_number_is() -> None:
    lines = ["The offer ends on 12 March", "The offer ends on 13 March", "The shop opens on 13 March"]
    assert contradictions(["12 March"], lines) == [lines[1]]


def test_all_expected_texts_agree_with_each_other() -> None:
    wanted = ["2 apples", "Step 2: 3 apples", "Step 3: 4 apples"]
    assert contradictions(wanted, wanted) == []


def test_a_contradicting_line_is_made_if_there_is_a_number_to_change() -> None:
    assert contradicting_line(["Apples", "Step 1: 4 eggs"]) == "Step 1: 11 eggs"
    assert contradicting_line(["Apples", "$ 4"]) is None
