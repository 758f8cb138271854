"""The figures of the paper that ship."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

from m3bench import score_many
from m3bench.core import Trajectory
from m3bench.reports import print_families
from m3bench.reports.published import TOTAL, published_average, published_m3, published_mean
from m3bench_suites.builders.m3 import FAMILIES, load_family
from tests.runs.sums import sums_task


def test_every_family_has_fourteen_models_and_so_has_the_total() -> None:
    titles = [load_family(name).title for name in FAMILIES]
    assert len(published_m3()) == 29 * 14
    for family in (TOTAL, *titles):
        assert len({score.model for score in published_m3() if score.family == family}) == 14, family


def test_the_mean_is_that_of_the_six_metrics() -> None:
    six = (0.627, 0.264, 0.583, 0.502, 0.290, 0.453)
    assert published_mean(TOTAL, "GPT-5") == pytest.approx(sum(six) / 6)
    assert published_mean("Items Price", "GPT-7") is None
    assert published_average("No Such Family") is None


def test_runs_stand_beside_the_paper() -> None:
    task = msgspec.structs.replace(sums_task(1), family="Items Price")
    steps = task.references[0].steps

    report = score_many([Trajectory(task_id=task.id, steps=steps)], [task])
    console = Console(file=io.StringIO(), width=100)
    print_families(console, [("mine", report)], ["Items Price", "Fish"])
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert [line.split()[:3] for line in said.splitlines() if line.startswith("Items Price")] == [
        ["Items", "Price", "1.000"]
    ]
    assert [line.split()[1] for line in said.splitlines() if line.startswith("Fish")] == ["–"]
