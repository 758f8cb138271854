"""Tasks on units and sums, compared with factors of their own."""

from __future__ import annotations

import math
import re

import pytest

from m3bench_suites.builders.cross.computing.converter_math import backups, fleet
from m3bench_suites.builders.tasks import Maker
from tests.suites.cross.computing.running import execute

FAMILY = "converter_math"
KILOMETERS = {"mile": 1.609344, "furlong": 0.201168, "Scandinavian mile": 10.0, "nautical mile": 1.852}
LITERS = {
    "gallon (US)": 3.785411784,
    "gallon (imperial)": 4.54609,
    "pint (imperial)": 0.56826125,
    "quart (US)": 0.946352946,
    "cubic foot": 28.316846592,
}
MEGABYTES = {"gigabytes": 1024.0, "terabytes": 1024.0**2, "kilobytes": 1 / 1024}


@pytest.mark.parametrize("seed", [7, 11])
def test_consumption_is_that_of_other_factors(seed: int) -> None:
    done = execute(FAMILY, fleet, seed=seed)
    ways = done.arguments("Unit Converter/convert_length")
    fuels = done.arguments("Unit Converter/convert_volume")[:6]
    far = [each["value"] * KILOMETERS[each["from_unit"]] for each in ways]
    burnt = [each["value"] * LITERS[each["from_unit"]] for each in fuels]
    uses = [100 * fuel / way for fuel, way in zip(burnt, far, strict=True)]
    average = sum(uses) / 6
    assert done.value("highest") == pytest.approx(max(uses), abs=1e-3)
    assert done.value("mean") == pytest.approx(average, abs=1e-3)
    assert done.value("vans_above") == sum(use > average for use in uses)
    assert done.value("barrels") == pytest.approx(sum(burnt) / 158.987294928, abs=1e-3)


@pytest.mark.parametrize("seed", [7, 11])
def test_every_host_starts_on_a_new_tape(seed: int) -> None:
    done = execute(FAMILY, backups, seed=seed)
    *hosts, tape = done.arguments("Unit Converter/convert_computer_data")
    sizes = [host["value"] * MEGABYTES[host["from_unit"]] for host in hosts]
    told = re.search(r"(\d+) megabytes a second", done.blueprint.request)
    assert told is not None
    hours = [size / int(told[1]) / 3600 for size in sizes]
    assert done.value("hours") == pytest.approx(sum(hours), abs=1e-3)
    rolls = [size / 1024 / tape["value"] for size in sizes]
    tapes = sum(map(math.ceil, rolls))
    assert done.value("tapes") == tapes
    assert done.value("filled") == pytest.approx(100 * sum(rolls) / tapes, abs=1e-3)
    free = max(math.ceil(roll) - roll for roll in rolls)
    assert done.value("wasted") == pytest.approx(free * tape["value"], abs=1e-3)


@pytest.mark.parametrize("make", [fleet, backups])
def test_amounts_are_told_as_they_are_converted(make: Maker) -> None:
    done = execute(FAMILY, make)
    for tool, given, _ in done.calls[:12]:
        if tool.startswith("Unit Converter"):
            assert f"{given['value']:.12g} " in done.blueprint.request
            assert f"{given['value']:.12g} " in done.blueprint.fuzzy_request
