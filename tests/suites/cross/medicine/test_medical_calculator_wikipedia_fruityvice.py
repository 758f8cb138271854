"""What articles and tables say about fruits."""

from __future__ import annotations

import json

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.medicine._shared.energy_tables import Energies, amount, enumerated
from m3bench_suites.builders.cross.medicine.medical_calculator_wikipedia_fruityvice import (
    family_of,
    first_relative,
)


def article(energy: float, relatives: str = "Blue gum and Guava") -> dict[str, object]:
    said = f"100 g (raw) contain: energy {energy} kcal, vitamin C 10.2 mg, potassium 236 mg."
    return {
        "sections": [
            {"title": "Classification", "text": "Class A, order B, family Myrtaceae, species C."},
            {"title": "Nutrition", "text": said},
            {"title": "Relatives", "text": f"Related species with an article: {relatives}."},
        ]
    }


def result(data: object) -> CallResult:
    return CallResult(0, "any/tool", Result(content=(Text(json.dumps(data)),)))


def table(calories: float) -> CallResult:
    return result({"nutritions": {"calories": calories}})


def test_amounts_relatives_and_families_are_read() -> None:
    page = article(82.7)
    assert amount(result(page), "energy") == 82.7
    assert amount(result(page), "vitamin C") == 10.2
    assert first_relative(page) == "Blue gum"
    assert family_of(page) == "Myrtaceae"
    with pytest.raises(PlanError):
        amount(result(page), "iron")
    with pytest.raises(PlanError):
        first_relative({"sections": []})
    with pytest.raises(PlanError):
        family_of({})


def test_only_energies_that_are_apart_differ() -> None:
    articles = [result(article(42.8)), result(article(61))]
    found = Energies(["Papaya", "Apple"], [table(42.78), table(52)], articles)
    assert found.wrong == ["Apple"]
    with pytest.raises(PlanError, match="agree"):
        Energies(["Papaya", "Apple"], [table(42.78), table(61)], articles)


def test_things_are_enumerated() -> None:
    assert enumerated(["Apple", "Pear", "Plum"]) == "apple, pear and plum"
