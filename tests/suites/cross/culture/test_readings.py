"""Reading pages of the oracle, as its server writes them."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.culture.bibliomantic import page, related, theme
from m3bench_world.hexagrams import Cast, hexagram
from m3bench_world.servers.mcp_bench.bibliomantic import pages

MOVING, STILL = Cast((8, 7, 8, 9, 8, 8)), Cast((7, 7, 7, 8, 8, 8))


def test_a_reading_names_cast_and_result() -> None:
    told = page(pages.reading("Why?", MOVING, MOVING.resulting))
    assert (told.number, told.name, told.changing) == (40, "Deliverance", (4,))
    assert (told.result, told.result_name) == (7, "The Army")
    assert page(pages.consultation("Why?", MOVING)) == told
    assert page(pages.reading("Why?", MOVING, hexagram(8))).result == 8


def test_a_cast_without_changes_has_no_result() -> None:
    told = page(pages.consultation("Why?", STILL))
    assert (told.number, told.changing, told.result) == (11, (), None)


def test_details_name_theme_and_relatives() -> None:
    text = pages.details(hexagram(23))
    assert theme(text) == "decay"
    assert related(text, "Opposite") == (43, "Breakthrough")
    assert related(text, "Inverse") == (24, "Return")


def test_other_pages_fail() -> None:
    for read in (page, theme):
        with pytest.raises(PlanError):
            read("Nothing.")
    with pytest.raises(PlanError):
        related(pages.details(hexagram(1)), "Neighbour")
