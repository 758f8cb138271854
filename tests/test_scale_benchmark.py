"""The benchmark of scale: claims that fail end it with an error."""

from __future__ import annotations

import os
import sys
from types import ModuleType

import pytest

from tests.conftest import REPOSITORY


@pytest.fixture
def scale(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    import scale

    return scale


def ended(scale: ModuleType, monkeypatch: pytest.MonkeyPatch, *ratios: float) -> int:
    """Run the program with one part that makes a claim of each ratio. Return its exit status."""

    def claims(*_: object) -> object:
        return iter([scale.Claim(f"claim {number}", ratio, 1.7) for number, ratio in enumerate(ratios)])

    monkeypatch.setattr(scale, "PARTS", {"only": claims})
    monkeypatch.setattr(sys, "argv", ["scale.py"])
    with pytest.raises(SystemExit) as end:
        scale.main()
    assert isinstance(end.value.code, int)
    return end.value.code


def test_claims_that_hold(
    scale: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(scale, monkeypatch, 1.7, 1.95) == 0
    assert "does not hold" not in capsys.readouterr().out


def test_a_claim_that_does_not_hold_is_named(
    scale: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(scale, monkeypatch, 1.95, 1.69) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "does not hold: claim 1: 1.69 (at least 1.7)"


def test_ratios_are_against_the_baseline(scale: ModuleType) -> None:
    def cost(seconds: float) -> object:
        return scale.RunCost(
            tasks=10, seconds=seconds, start=1.0, cpu=1.0, busy_cores=1.5, run_mb=50.0, worker_mb=0.0, tools=0
        )

    _, first, second = scale.table([("one", cost(10.0)), ("two", cost(5.0))], cost(10.0))
    assert (first.split()[2:4], second.split()[2:4]) == (["1.00", "1.00"], ["2.00", "2.00"])


def test_workers_are_found_below_this_process(scale: ModuleType) -> None:
    import process_memory

    parents = {30: 20, 20: 10, 10: 1, 40: 1}
    assert process_memory._is_below(30, 10, parents)
    assert not process_memory._is_below(40, 10, parents)
    assert process_memory._resident(os.getpid()) > 5
