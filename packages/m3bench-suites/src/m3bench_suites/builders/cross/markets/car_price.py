"""Car Price Evaluator alone: what new vehicles of many brands cost."""

from __future__ import annotations

from functools import partial

from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import MONEY, ranked
from m3bench_suites.builders.cross.markets._shared.reading import Vehicle, brands, vehicles
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    require,
    require_clear,
    solution,
    stated,
)

_BY_TYPE, _CARS = "Car Price Evaluator/get_vehicles_by_type", "Car Price Evaluator/get_car_brands"
_SEARCH = "Car Price Evaluator/search_car_price"
_TRUCK_LIMIT = 152_000
"""About what the cheapest new truck costs: the seed decides on which side it is."""
_MAKERS_OF_TRUCKS = ("DAF", "IVECO", "Mercedes-Benz", "Scania", "Volvo")
"""Brands that sell new trucks."""
_INITIALS = {"C": 76_000, "F": 69_500, "L": 275_000, "M": 182_500, "B": 115_500}
"""First letters of brands, and about what the cheapest of their new cars costs."""
_LAST = 4


def _new(results: list[CallResult], names: list[str], kind: str) -> dict[str, list[Vehicle]]:
    """Return the new vehicles of each brand that has some."""
    made = {
        name: [vehicle for vehicle in vehicles(result.text, kind) if vehicle.new]
        for name, result in zip(names, results, strict=True)
    }
    return {name: item for name, item in made.items() if item}


def _extreme(made: dict[str, list[Vehicle]], *, dearest: bool) -> Vehicle:
    known = [vehicle for own in made.values() for vehicle in own]
    require(known, "nothing is sold new.")
    sign = 1 if dearest else -1
    return ranked(known, lambda entry: sign * entry.reais, 1, by=1)[0]


def _fleet(draw: TaskDraw) -> TaskSpec:
    initial, without = draw.turn(("M", "C"), "initial"), draw.turn(_MAKERS_OF_TRUCKS, "without")

    def plan() -> Plan:
        (types,) = yield [call(_BY_TYPE, vehicle_type="caminhoes")]
        names = [name for name in brands(types.text) if name != without]
        tables = yield [call(_SEARCH, types, brand_name=name) for name in names]
        trucks = _new(list(tables), names, "Trucks")
        cheapest, dearest = _extreme(trucks, dearest=False), _extreme(trucks, dearest=True)
        sold = [vehicle.code for own in trucks.values() for vehicle in own]
        require_clear(cheapest.reais, _TRUCK_LIMIT, 50)
        cheap = cheapest.reais < _TRUCK_LIMIT
        if cheap:
            (more,) = yield [call(_BY_TYPE, *tables, vehicle_type="motos")]
            others = list(brands(more.text))
        else:
            (more,) = yield [call(_CARS, *tables)]
            others = [name for name in brands(more.text) if name.upper().startswith(initial)]
        further = yield [call(_SEARCH, more, brand_name=name) for name in others]
        made = _new(list(further), others, "Motorcycles" if cheap else "Cars")
        best, count = _extreme(made, dearest=True), sum(map(len, made.values()))
        grounds = [vehicle.code for own in made.values() for vehicle in own]
        return solution(
            {
                "cheapest": stated(cheapest.name),
                "cheapest_code": stated(cheapest.code),
                "cheapest_price": computed(cheapest.reais, (cheapest.price,), MONEY),
                "dearest": stated(dearest.name),
                "dearest_price": computed(dearest.reais, (dearest.price,), MONEY),
                "trucks": computed(len(sold), sold),
                "below": computed(cheap, (cheapest.price,)),
                "vehicle": stated(best.name),
                "vehicles": computed(count, grounds),
                "price": computed(best.reais, (best.price,), MONEY),
            },
            branches=[
                branch(
                    f"the cheapest new truck costs less than R$ {_TRUCK_LIMIT:,}",
                    holds=cheap,
                    met={"tools": [_BY_TYPE], "values": ["motos"]},
                    unmet={"tools": [_CARS]},
                )
            ],
        )

    return TaskSpec(words={"limit": _TRUCK_LIMIT, "initial": initial, "without": without}, plans=(plan,))


def _initial(draw: TaskDraw) -> TaskSpec:
    initial = draw.turn(tuple(_INITIALS), "initial")
    limit = _INITIALS[initial]

    def plan(listed: PlannedCall) -> Plan:
        (listing,) = yield [listed]
        codes = brands(listing.text)
        names = [name for name in codes if name.upper().startswith(initial)]
        tables = yield [call(_SEARCH, listing, brand_name=name) for name in names]
        cars = _new(list(tables), names, "Cars")
        cheapest = _extreme(cars, dearest=False)
        most = ranked(cars, lambda name: len(cars[name]), 1, by=1)[0]
        later = [name for name in codes if name not in names and codes[name] > codes[most]]
        require(later, "no brand has a higher code.")
        following = min(later, key=codes.__getitem__)
        (neighbour,) = yield [call(_SEARCH, listing, *tables, brand_name=following)]
        known = vehicles(neighbour.text, "Cars")
        dearest = ranked(known, lambda entry: entry.reais, 1, by=1)[0]
        require_clear(cheapest.reais, limit, 50)
        cheap = cheapest.reais < limit
        kind, title = ("motos", "Motorcycles") if cheap else ("caminhoes", "Trucks")
        (others,) = yield [call(_BY_TYPE, *tables, vehicle_type=kind)]
        last = list(brands(others.text))[-_LAST:]
        further = yield [call(_SEARCH, others, brand_name=name) for name in last]
        prize = _extreme(_new(list(further), last, title), dearest=False)
        return solution(
            {
                "cheapest": stated(cheapest.name),
                "cheapest_code": stated(cheapest.code),
                "cheapest_price": computed(cheapest.reais, (cheapest.price,), MONEY),
                "most_new": stated(most),
                "neighbour": stated(following),
                "neighbour_models": computed(len(known), [entry.code for entry in known]),
                "neighbour_dearest": stated(dearest.name),
                "neighbour_price": computed(dearest.reais, (dearest.price,), MONEY),
                "below": computed(cheap, (cheapest.price,)),
                "prize": stated(prize.name),
                "prize_price": computed(prize.reais, (prize.price,), MONEY),
            },
            branches=[
                fork(
                    f"the cheapest new car of a brand with {initial} costs less than R$ {limit:,}",
                    cheap,
                    _BY_TYPE,
                    met="motos",
                    unmet="caminhoes",
                )
            ],
        )

    ways = (call(_CARS), call(_BY_TYPE, vehicle_type="carros"))
    return TaskSpec(
        words={"initial": initial, "limit": limit, "last": _LAST},
        plans=tuple(partial(plan, way) for way in ways),
    )


FAMILY = cross_family(
    number=63,
    name="car_price",
    title="Car Price Evaluator",
    servers=("Car Price Evaluator",),
    tasks=(_fleet, _initial),
)
