"""Hexagrams: their order, their lines, and casts of coins."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from m3bench_world import World
from m3bench_world.hexagrams import Cast, hexagram, hexagram_of, hexagrams, line_text

WORLD = World()


def test_all_combinations_of_trigrams_occur_once() -> None:
    assert len({each.lines for each in hexagrams()}) == 64
    assert [hexagram_of(each.lines) for each in hexagrams()] == list(hexagrams())
    for field in ("chinese", "theme", "judgment", "advice", "name", "image"):
        assert len({getattr(each, field) for each in hexagrams()}) == 64, field


def test_pairs_are_inverses_or_opposites() -> None:
    """The rule of the received order (Xugua): an even hexagram is the one before it turned upside down, or
    its opposite if that is the same."""
    for number in range(1, 65, 2):
        odd, even = hexagram(number).lines, hexagram(number + 1).lines
        assert even == (odd[::-1] if odd[::-1] != odd else tuple(not line for line in odd))


def test_known_hexagrams() -> None:
    """Names of Unicode 15, block Yijing Hexagram Symbols; trigrams as in Legge 1882, plate I."""
    facts = {
        1: ("The Creative Heaven", "乾", "䷀", "Heaven", "Heaven"),
        11: ("Peace", "泰", "䷊", "Earth", "Heaven"),
        18: ("Work on the Decayed", "蠱", "䷑", "Mountain", "Wind"),
        50: ("The Cauldron", "鼎", "䷱", "Fire", "Wind"),
        64: ("Before Completion", "未濟", "䷿", "Fire", "Water"),
    }
    for number, expected in facts.items():
        one = hexagram(number)
        assert (one.name, one.chinese, one.symbol, one.upper.name, one.lower.name) == expected


def test_changing_lines_turn_into_their_opposites() -> None:
    cast = Cast((9, 7, 7, 8, 8, 6))
    assert cast.hexagram.number == 11
    assert cast.changing == (1, 6)
    result = cast.resulting
    assert result is not None
    assert result.lines == (False, True, True, False, False, True)
    assert Cast((7, 7, 7, 7, 7, 7)).resulting is None


def test_coins_fall_as_three_coins_do() -> None:
    """Sums of three fair coins: 6 and 9 with 1/8, 7 and 8 with 3/8."""
    sums = Counter(
        total for number in range(800) for total in WORLD.hexagrams.cast(f"question {number}").sums
    )
    for total, share in {6: 0.125, 7: 0.375, 8: 0.375, 9: 0.125}.items():
        assert abs(sums[total] / 4_800 - share) < 0.03


def test_a_cast_depends_on_question_clock_and_seed() -> None:
    later = World(now=WORLD.now + timedelta(minutes=1))
    casts = [world.hexagrams.cast("Shall I go?") for world in (WORLD, later, World(seed=8))]
    assert len(set(casts)) == 3
    assert WORLD.hexagrams.cast("  shall I GO?") == casts[0]


def test_texts_of_lines_follow_their_relations() -> None:
    assert "suits it" in line_text(hexagram(63), 1)
    assert all("does not suit" not in line_text(hexagram(63), index) for index in range(1, 7))
    assert all("does not suit" in line_text(hexagram(64), index) for index in range(1, 7))
