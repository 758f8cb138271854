"""Answers against answer keys: what code decides, and what it leaves to a judge."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks.keys import compare_with_key

PRIME = "Find the 351th prime number."
CITY = "Which city is at the longitude and latitude of (104.07, 30.66)?"
TABLES = ["frpm", "satscores", "schools"]
ROWS = [{"Metric": "PER", "LG": 19.7}, {"Metric": "DPS", "LG": 800}]

TABLE = "| Metric | LG |\n|---|---|\n| PER | 19.7 |\n| DPS | 800 |"

AGREE = [
    ("2371", 2371, PRIME),
    ("The 351th prime is 2,371.", "2371", PRIME),
    ("I counted them one by one.\n\n**Final answer: 2371**", 2371, PRIME),
    ("about 2371", 2371, PRIME),
    ("83.78%", "0.8378", ""),
    ("272907.93", "272907.930951", ""),
    ("117.1", "117.10", ""),
    ("10 B", "10 bytes", ""),
    ("It is 5 km long.", "5000 m", "How long is it?"),
    ("seven", "7 times", ""),
    ("Chengdu", "Chengdu", CITY),
    ("chengdu.", "Chengdu", CITY),
    ("The city at the longitude and latitude (104.07, 30.66) is Chengdu.", "Chengdu", CITY),
    ("The answer is São Paulo", "Sao Paulo", ""),
    ("Yes, they are.", "Yes.", "Are they the same?"),
    ("False", False, ""),
    ("The check was issued on 1 August 1868.", "August 1, 1868", ""),
    ("The code is BKCHCNBJ59A.", "BKCHCNBJ59A", "Extract the code."),
    ("schools, frpm and satscores", TABLES, ""),
    ("They are:\n- schools\n- frpm\n- satscores", TABLES, ""),
    ("| Metric | LG |\n|---|---|\n| DPS | 800 |\n| PER | 19.7 |", ROWS, ""),
    ('[{"Metric": "PER", "LG": "19.7"}, {"Metric": "DPS", "LG": 800}]', ROWS, ""),
    (TABLE, TABLE.replace("---", "--"), ""),
    (TABLE, {"Metric": ["PER", "DPS"], "LG": [19.7, 800]}, ""),
]
DISAGREE = [
    ("2377", 2371, PRIME),
    ("2371 or 2377", 2371, PRIME),
    ("Either 2371 or 2377.", 2371, PRIME),
    ("It is not 2371.", 2371, PRIME),
    ("Maybe 2371?", 2371, PRIME),
    ("2357, 2371, 2377, 2381, 2383, 2389", 2371, PRIME),
    ("I could not find it.", 2371, PRIME),
    ("unknown", 2371, PRIME),
    ("-4.17", "4.17", ""),
    ("42290", 42292, ""),
    ("117.05", "117.10", ""),
    ("Chengdu or Beijing", "Chengdu", CITY),
    ("not Chengdu", "Chengdu", CITY),
    ("Possibly Chengdu", "Chengdu", CITY),
    ("Paris, Rome, Oslo, Chengdu, Bonn, Kiel", "Chengdu", CITY),
    ("I'm unable to say.", "Chengdu", CITY),
    ("No", "Yes.", ""),
    ("Yes", False, ""),
    ("2 August 1868", "August 1, 1868", ""),
    ("1 August 1868 or 2 August 1868", "August 1, 1868", ""),
    ("BKCHCNBJ59B", "BKCHCNBJ59A", ""),
    ("frpm, satscores, schools, users", TABLES, ""),
    ("frpm and satscores", TABLES, ""),
    ("3, 4", [3, 5], ""),
    ("| Metric | LG |\n|---|---|\n| DPS | 801 |\n| PER | 19.7 |", ROWS, ""),
    ("| Metric | LG |\n|---|---|\n| PER | 19.7 |", ROWS, ""),
]
OPEN = [
    ("2371 of the first 5000 numbers", 2371, PRIME),
    ("It is the city that is famous for its pandas.", "Chengdu", CITY),
    ("The city near Chengdu is Leshan", "Chengdu", CITY),
    ("0.84", "0.8378", ""),
    ("0.01 KB", "10 bytes", ""),
    ("twice", 2, ""),
    ("Yes and no", "Yes", ""),
    ("B is larger than A", "A", "Which is larger, A or B?"),
    (
        "They wield blades of different kinds.",
        "One uses a sword and the other a broadblade instead of it",
        "",
    ),
    ("the first two tables of the database", TABLES, ""),
    ("PER is 19.7 and DPS is 800", ROWS, ""),
]


def agrees(answer: str, key: Any, request: str = "", **more: Any) -> bool | None:
    return compare_with_key(answer, key, request=request, **more).agrees


@pytest.mark.parametrize(("answer", "key", "request_text"), AGREE)
def test_the_same_in_another_spelling_agrees(answer: str, key: Any, request_text: str) -> None:
    assert agrees(answer, key, request_text) is True


@pytest.mark.parametrize(("answer", "key", "request_text"), DISAGREE)
def test_other_values_hedges_lists_negations_and_refusals_disagree(
    answer: str, key: Any, request_text: str
) -> None:
    assert agrees(answer, key, request_text) is False


@pytest.mark.parametrize(("answer", "key", "request_text"), OPEN)
def test_what_needs_understanding_is_left_open(answer: str, key: Any, request_text: str) -> None:
    assert agrees(answer, key, request_text) is None


KEYS = {
    "number": (2371, "2371", "2377"),
    "share": ("0.8378", "0.8378", "0.91"),
    "size": ("10 bytes", "10 bytes", "12 bytes"),
    "name": ("Chengdu", "Chengdu", "Leshan"),
    "date": ("August 1, 1868", "August 1, 1868", "August 2, 1868"),
    "truth": ("Yes", "Yes", "No"),
    "code": ("BKCHCNBJ59A", "BKCHCNBJ59A", "BKCHCNBJ59B"),
    "version": ("4.27.1", "4.27.1", "4.27.2"),
    "unspaced": ("重阳旗舰店", "重阳旗舰店", "中山店"),
}
HEDGES = (
    "{right} or {wrong}", "{wrong} or {right}", "either {right} or {wrong}", "{right} (or {wrong})",
    "maybe {right}, it might also be something else", "It could be {right}.", "I guess {right}",
)  # fmt: skip
EVASIONS = (
    *HEDGES, "{wrong}", "{wrong}, not {right}", "Not {right} but {wrong}", "{right} is wrong", "{right}? No.",
    "Quorble, Zanthe, {right}, Mirrow, Teldis", "between {wrong} and {right}", "{right} and {wrong}",
    "{right}, {wrong}", "- {right}\n- {wrong}", "Option A: {right}\nOption B: {wrong}",
    "The answer is {wrong}. Earlier I said {right}.", "{right}\nAnswer: {wrong}", "Probably {right}",
    "If it is {right}, good.", "less than {right}", "at least {right}", "It was thought to be {right}",
    "I am sorry, but I could not find that. It is not available.", "N/A", "x{right}x",
)  # fmt: skip


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("pattern", EVASIONS)
def test_no_way_around_a_key_is_taken_for_an_answer(kind: str, pattern: str) -> None:
    key, right, wrong = KEYS[kind]
    assert agrees(pattern.format(right=right, wrong=wrong), key, "Which is it?") is not True


@pytest.mark.parametrize("kind", [kind for kind in KEYS if kind != "unspaced"])
@pytest.mark.parametrize("pattern", HEDGES[:3])
def test_a_choice_between_two_values_fails_without_a_judge(kind: str, pattern: str) -> None:
    key, right, wrong = KEYS[kind]
    assert agrees(pattern.format(right=right, wrong=wrong), key, "Which is it?") is False


def test_a_tolerance_replaces_rounding() -> None:
    assert agrees("98", 100, tolerance=0.05) is True
    assert agrees("90", 100, tolerance=0.05) is False
    assert agrees("98", 100) is False


def test_a_dump_that_contains_the_value_disagrees() -> None:
    dump = ". ".join(f"Row {number} has {number * 17 + 5} entries" for number in range(40))
    assert str(12 * 17 + 5) in dump
    assert agrees(dump, 12 * 17 + 5, "How many entries has the row?") is False


numbers = st.integers(-(10**9), 10**9) | st.decimals(-(10**6), 10**6, places=3).map(float)
names = st.text(st.characters(categories=("Lu", "Ll")), min_size=3, max_size=12).filter(
    lambda text: text.casefold() not in ("yes", "true", "false", "not", "none", "nil", "null", "the", "and")
)


@given(numbers)
def test_a_number_agrees_with_itself(value: float) -> None:
    assert agrees(f"{value}", value) is True
    assert agrees(f"The answer is {value}.", value) is True


@given(numbers, numbers)
def test_two_numbers_never_agree_with_a_key_that_is_one_of_them(value: float, other: float) -> None:
    if abs(value - other) < 1:
        return
    assert agrees(f"{other}", value) is False
    assert agrees(f"{value} or {other}", value) is False
    assert agrees(f"It is not {value}.", value) is False
    assert agrees(f"{value}, then {other}", value) is not True


@given(names, names)
def test_a_name_agrees_only_with_itself(name: str, other: str) -> None:
    assert agrees(name, name) is True
    if name.casefold()[:2] == other.casefold()[:2]:
        return
    assert agrees(other, name) is not True
    assert agrees(f"{name} or {other}", name) is False
    assert agrees(f"It is not {name}.", name) is False


@pytest.mark.slow
@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=8, unique=True), st.randoms())
def test_lists_agree_in_any_order_and_not_with_more_or_fewer(values: list[int], dice: Any) -> None:
    shuffled = dice.sample(values, len(values))
    assert agrees(", ".join(map(str, shuffled)), values) is True
    assert agrees("\n".join(f"- {value}" for value in shuffled), values) is True
    assert agrees(", ".join(map(str, [*shuffled, 10**7])), values) is False
    assert agrees("\n".join(f"- {value}" for value in shuffled[1:]), values) is not True


@given(st.text(max_size=300), st.sampled_from([2371, 0.5, "Chengdu", "Yes", TABLES, ROWS, "August 1, 1868"]))
def test_any_answer_gets_a_verdict(answer: str, key: Any) -> None:
    assert agrees(answer, key) in (True, False, None)
