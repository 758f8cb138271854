"""Draws depend on the seed and their name, on nothing else."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import Chance

NAMES = st.lists(st.one_of(st.text(max_size=8), st.integers()), max_size=4)


@given(st.integers(), NAMES)
def test_the_same_name_gives_the_same_draw(seed: int, name: list[object]) -> None:
    assert Chance(seed).bits(*name) == Chance(seed).bits(*name)
    assert 0 <= Chance(seed).share(*name) < 1
    assert 3 <= Chance(seed).whole(3, 5, *name) <= 5
    assert Chance(seed).pick("abc", *name) in "abc"


def test_other_seeds_and_names_give_other_draws() -> None:
    draws = {Chance(seed).bits("a", name) for seed in range(50) for name in range(50)}
    assert len(draws) == 2_500
    assert Chance(1).bits("ab", "c") != Chance(1).bits("a", "bc")


def test_another_process_draws_the_same() -> None:
    program = (
        "from m3bench_world import Chance; print(Chance(7).bits('a', 1), Chance(7).stream('b').random())"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(Chance(7).bits("a", 1)), str(Chance(7).stream("b").random())]


def test_draws_are_spread_evenly() -> None:
    chance = Chance(3)
    shares = [chance.share("even", number) for number in range(4_000)]
    assert 0.48 < sum(shares) / len(shares) < 0.52
    assert 0.22 < sum(share < 0.25 for share in shares) / len(shares) < 0.28
    assert 0.06 < sum(chance.happens(0.1, "rare", number) for number in range(4_000)) / 4_000 < 0.14


@given(st.floats(-1e4, 1e4), st.integers(0, 99))
def test_a_wave_is_smooth_and_bounded(position: float, seed: int) -> None:
    chance = Chance(seed)
    here, there = chance.wave(position, "w"), chance.wave(position + 1e-4, "w")
    assert -1 <= here <= 1
    assert abs(here - there) < 1e-3
