"""The server `Bibliomantic`."""

from __future__ import annotations

import re

import pytest

from m3bench_world import World
from m3bench_world.servers.mcp_bench.bibliomantic.tools import resulting_in_haste
from tests.servers.asking import Asking

SERVER = "Bibliomantic"
QUESTION = "Should we launch our flagship product in the Southeast Asian market during the upcoming quarter?"


def cast(text: str) -> tuple[int, list[int], int | None]:
    """Number of the hexagram, positions of changing lines, and number of the result."""
    number = re.search(r"## Hexagram (\d+):", text)
    lines = re.search(r"\*\*Changing lines:\*\* ([\d, ]+)\n", text)
    result = re.search(r"\*\*Resulting hexagram:\*\* Hexagram (\d+)", text)
    assert number
    return (
        int(number[1]),
        [int(place) for place in lines[1].split(", ")] if lines else [],
        int(result[1]) if result else None,
    )


def yang(text: str) -> list[bool]:
    found = re.search(r"\*\*Lines \(from below\):\*\* ([a-z ]+)", text)
    assert found
    return [word == "yang" for word in found[1].split()]


def test_both_ways_to_ask_give_the_same_cast(ask: Asking) -> None:
    short = ask("i_ching_divination", query=QUESTION)
    long = ask("bibliomantic_consultation", query=QUESTION)
    assert cast(short.text)[:2] == cast(long.text)[:2]
    assert "business" in short.text
    assert cast(ask("i_ching_divination").text)[0] in range(1, 65)
    assert short.sources["hexagrams"] == "invented"


def test_flipped_lines_give_the_resulting_hexagram(ask: Asking) -> None:
    for number in range(12):
        first, changing, result = cast(ask("bibliomantic_consultation", query=f"Question {number}").text)
        before = yang(ask("get_hexagram_details", hexagram_number=first).text)
        assert bool(changing) == (result is not None)
        if result:
            after = yang(ask("get_hexagram_details", hexagram_number=result).text)
            assert [index for index in range(1, 7) if before[index - 1] != after[index - 1]] == changing


def test_short_readings_slip_by_one_line(ask: Asking) -> None:
    slips, agreeing = 0, 0
    for number in range(24):
        hasty = cast(ask("i_ching_divination", query=f"Question {number}").text)
        careful = cast(ask("bibliomantic_consultation", query=f"Question {number}").text)
        assert hasty[:2] == careful[:2]
        if hasty[2] == careful[2]:
            agreeing += 1
            continue
        slips += 1
        named, right = (
            yang(ask("get_hexagram_details", hexagram_number=one[2]).text) for one in (hasty, careful)
        )
        assert sum(a != b for a, b in zip(named, right, strict=True)) == 1
    assert slips >= 2
    assert agreeing >= 12


def test_without_an_erratum_a_short_reading_names_the_right_hexagram(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    monkeypatch.setattr(world.errata, "has", lambda source, thing: False)
    for number in range(24):
        right = world.hexagrams.cast(f"Question {number}")
        assert resulting_in_haste(world, f"Question {number}", right) == right.resulting


def test_details_hold_every_text(ask: Asking) -> None:
    text = ask("get_hexagram_details", hexagram_number=15).text
    assert "Modesty" in text
    assert "謙 (qiān)" in text
    assert "Earth ☷" in text
    for part in ("Judgment", "Image", "Lines, from below", "Commentary", "**Inverse:** Hexagram 16"):
        assert part in text


@pytest.mark.parametrize("number", [0, 65, -1, 10**12])
def test_other_numbers_are_refused(ask: Asking, number: int) -> None:
    heard = ask("get_hexagram_details", hexagram_number=number)
    assert heard.is_error
    assert "1 to 64" in heard.text


def test_a_consultation_needs_a_question(ask: Asking) -> None:
    assert ask("bibliomantic_consultation", query="  ").is_error


def test_statistics_name_load_and_method(ask: Asking) -> None:
    text = ask("server_statistics").text
    assert "**Hexagrams:** 64" in text
    assert "**Active requests:** 1" in text
    assert "2025-11-05T15:00:00Z" in text
