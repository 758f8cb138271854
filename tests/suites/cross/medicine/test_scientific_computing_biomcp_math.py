"""Readers of tensors and of posted results."""

from __future__ import annotations

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.medicine.scientific_computing_biomcp_math import numbers_in, serious_rates


def result(text: str) -> CallResult:
    return CallResult(0, "BioMCP/trial_outcomes_getter", Result(content=(Text(text),)))


def test_numbers_of_a_tensor_are_read() -> None:
    assert numbers_in("[[ 0.5, -2. ],\n [3e-05, 4 ]]") == [0.5, -2.0, 3e-05, 4.0]
    with pytest.raises(PlanError):
        numbers_in("[]")


def test_rates_of_both_arms_are_read() -> None:
    line = "- Secondary: People with a serious adverse event (% of participants; 30 days): Drug 12.3; Care 8"
    assert serious_rates(result(line)) == (12.3, 8.0)
    with pytest.raises(PlanError):
        serious_rates(result(line.partition("):")[0] + ")"))
