"""Tasks on amounts in many units, compared with factors of their own."""

from __future__ import annotations

import math

import pytest

from m3bench_suites.builders.cross.computing.unit_converter import cargo, tanks, voyage
from m3bench_suites.builders.tasks import Maker
from tests.suites.cross.computing.running import execute

FAMILY = "unit_converter"
KILOGRAMS = {
    "short ton (US)": 907.18474,
    "long ton (UK)": 1016.0469088,
    "tonne": 1000.0,
    "ounce": 0.028349523125,
    "troy ounce": 0.0311034768,
    "hectogram": 0.1,
    "decagram": 0.01,
}
METERS = {
    "nautical mile": 1852.0,
    "mile": 1609.344,
    "Scandinavian mile": 10_000.0,
    "furlong": 201.168,
    "cable": 185.2,
    "chain (surveyors)": 66 * 1200 / 3937,
    "fathom": 1.8288,
}
SECONDS = {"minutes": 60.0, "days": 86_400.0, "seconds": 1.0, "weeks": 604_800.0}


@pytest.mark.parametrize("seed", [7, 8, 11])
def test_crates_are_billed_by_one_carrier_after_the_other(seed: int) -> None:
    done = execute(FAMILY, cargo, seed=seed)
    *crates, limit = done.arguments("Unit Converter/convert_mass")[:11]
    masses = [crate["value"] * KILOGRAMS[crate["from_unit"]] for crate in crates]
    assert done.value("mass") == pytest.approx(sum(masses), abs=0.01)
    long = math.ceil(sum(masses) / KILOGRAMS["long ton (UK)"])
    short = math.ceil(long * KILOGRAMS["long ton (UK)"] / KILOGRAMS["short ton (US)"])
    assert (done.value("ship_bill"), done.value("railway_bill")) == (long, short)
    assert done.value("lorry_bill") == math.ceil(short * 0.90718474)
    heavy = sum(masses) > 1000 * limit["value"]
    assert done.value("too_heavy") is heavy
    unit = 0.45359237 if heavy else 6.35029318
    assert done.value("difference") == pytest.approx(
        abs(sum(masses) - 1000 * limit["value"]) / unit, abs=0.01
    )


def test_the_branches_of_the_crane_have_units_that_no_other_call_has() -> None:
    done = execute(FAMILY, cargo)
    (branch,) = done.solution.extra["branches"]
    units = [unit for argument in done.arguments("Unit Converter/convert_mass") for unit in argument.values()]
    assert [units.count(unit) for unit in branch["taken"]["values"]] == [1]
    assert [units.count(unit) for unit in branch["other"]["values"]] == [0]


def test_the_crane_is_overloaded_in_some_draws_only() -> None:
    loads = {execute(FAMILY, cargo, seed=seed).value("too_heavy") for seed in range(7, 13)}
    assert loads == {True, False}


def test_the_fastest_leg_is_that_of_other_factors() -> None:
    done = execute(FAMILY, voyage)
    ways = done.arguments("Unit Converter/convert_length")[:9]
    times = done.arguments("Unit Converter/convert_time")[:9]
    meters = [way["value"] * METERS[way["from_unit"]] for way in ways]
    seconds = [time["value"] * SECONDS[time["from_unit"]] for time in times]
    speeds = [far / long for far, long in zip(meters, seconds, strict=True)]
    best = max(speeds)
    assert done.value("fastest_speed") == pytest.approx(best * 3600 / 1852, abs=1e-3)
    assert done.value("distance") == pytest.approx(sum(meters) / 1852, abs=1e-3)
    losses = [long - far / best for far, long in zip(meters, seconds, strict=True)]
    assert done.value("minutes_lost") == pytest.approx(max(losses) / 60, abs=0.1)
    assert done.value("days_lost") == pytest.approx(sum(losses) / 86_400, abs=1e-3)


@pytest.mark.parametrize("make", [cargo, voyage])
def test_a_batch_gives_the_same_answer(make: Maker) -> None:
    one, batch = (execute(FAMILY, make, plan=plan) for plan in (0, 1))
    assert one.solution.fields == batch.solution.fields
    assert len(batch.calls) < len(one.calls)


def test_the_pressure_on_floors_follows_from_mass_and_area() -> None:
    done = execute(FAMILY, tanks)
    force = done.value("mass") * 1016.0469088 * 9.80665
    assert done.value("force") == pytest.approx(force / 1e6, abs=1e-4)
    assert done.value("water_meters") == pytest.approx(done.value("highest_pressure") * 0.70307, rel=1e-3)
    assert done.value("water_fathoms") == pytest.approx(done.value("water_meters") / 1.8288, abs=2e-3)
    assert done.value("highest_pressure") > done.value("lowest_pressure")


@pytest.mark.parametrize("make", [cargo, voyage, tanks])
def test_nothing_is_converted_to_its_own_unit(make: Maker) -> None:
    done = execute(FAMILY, make)
    assert all(given["from_unit"] != given["to_unit"] for _, given, _ in done.calls)
