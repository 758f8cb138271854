"""The figures of MCPVerse's paper that ship."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

import m3bench.reports
from m3bench.reports.published_verse import (
    published_calling,
    published_judges,
    published_modes,
    published_retrieval,
)


def test_the_rate_is_the_mean_of_the_levels() -> None:
    for success in (*published_modes(), *published_judges()):
        assert success.rate == pytest.approx(fmean(success.levels.values()), abs=0.0016), success


def test_the_tables_of_the_paper() -> None:
    assert len({mode.model for mode in published_modes()}) == 12
    assert len(published_modes()) == 27
    assert len(published_calling()) == 32
    assert {judge.judge for judge in published_judges()} == {"GPT-4o", "QwQ-32B"}
    assert [success.rate for success in published_retrieval()] == [0.398, 0.394, 0.403, 0.45]


def test_native_figures_are_those_of_the_first_table() -> None:
    first = {(mode.model, mode.mode, mode.calling): mode.rate for mode in published_modes()}
    for success in published_calling():
        if success.calling == "native":
            assert first[success.model, success.mode, "native"] == pytest.approx(success.rate, abs=0.0006)


def test_the_copy_is_that_of_the_public_data(shared_data: Path) -> None:
    ours = Path(m3bench.reports.__file__).parent / "data" / "mcpverse.csv"
    assert ours.read_text() == (shared_data / "published" / "mcpverse.csv").read_text()
