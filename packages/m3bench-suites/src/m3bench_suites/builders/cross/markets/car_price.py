"""Car Price Evaluator alone: what new vehicles of many brands cost."""

from __future__ import annotations

from functools import partial

from m3bench.suites import Blueprint, CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.markets._shared.numbers import MONEY, ranked
from m3bench_suites.builders.cross.markets._shared.reading import Vehicle, brands, vehicles
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    solution,
    task,
)
from m3bench_suites.builders.fields import code, named, number, yes_no

_BY_TYPE, _CARS = "Car Price Evaluator/get_vehicles_by_type", "Car Price Evaluator/get_car_brands"
_SEARCH = "Car Price Evaluator/search_car_price"
_TRUCK_LIMIT = 152_000
"""About what the cheapest new truck costs: the seed decides on which side it is."""
_INITIALS = {"C": 76_000, "F": 69_500, "L": 275_000, "M": 182_500, "B": 115_500}
"""First letters of brands, and about what the cheapest of their new cars costs."""
_LAST = 4
_FLEET = Wording(
    request=(
        "List the brands of trucks in the Brazilian price table, and get the prices of every one of them. "
        "Among all trucks sold new, name the cheapest and the dearest with their FIPE codes and prices, "
        "and the number of all new trucks. If the cheapest new truck costs less than R$ {limit:,}, list "
        "the brands of motorcycles, get the prices of all of them, and report the dearest new motorcycle "
        "and the number of new motorcycles; otherwise list the car brands, get the prices of those whose "
        "name begins with {initial}, and report the dearest of their new cars and the number of their new "
        "cars."
    ),
    fuzzy=(
        "We haul furniture around São Paulo and think about a brand-new truck, so go through every make of "
        "trucks in the Brazilian table. Which new one is the cheapest and which the dearest, with code and "
        "price, and how many new ones are there altogether? Used ones do not interest us. Should the "
        "cheapest come in below R$ {limit:,}, there is money left for fun: go through all makes of "
        "motorcycles as well and tell me the dearest new bike and how many new ones there are in total. "
        "Should it not, I will drive myself: then look through the car makes that begin with {initial}, "
        "and tell me the dearest new car among them and how many new cars these makes have together."
    ),
)
_INITIAL = Wording(
    request=(
        "List all car brands of the Brazilian price table and get the prices of those whose name begins "
        "with {initial}. Among their cars sold new, name the cheapest with FIPE code and price, and the "
        "brand with most new cars. Among the car brands with another first letter take the one whose code "
        "is the next higher one after that brand's code, get its prices, and report how many car models it "
        "has and its dearest car, new or not. If the cheapest new car among the brands with {initial} "
        "costs less than R$ {limit:,}, list the brands of motorcycles, otherwise the brands of trucks. Get "
        "the prices of the last {last} brands of that list and report the cheapest new vehicle of this "
        "type among them."
    ),
    fuzzy=(
        "A bet at work: I drew the letter {initial} and have to know everything about car makes that begin "
        "with it, as listed in Brazil. Which of their factory-new cars is the cheapest, with its code and "
        "price, and which of these makes has the most new cars? The table numbers all car makes; tell me "
        "which make with another first letter has the lowest number above that one's, how many car models "
        "they list and which of these, old or new, is worth most. If my cheapest new car stays below R$ "
        "{limit:,}, the loser pays me a motorbike, otherwise a truck. They only offer the {last} makes at "
        "the end of the alphabetical list of that kind, so find the cheapest new one there."
    ),
)


def _new(results: list[CallResult], names: list[str], kind: str) -> dict[str, list[Vehicle]]:
    """Return the new vehicles of each brand that has some."""
    made = {
        name: [each for each in vehicles(result.text, kind) if each.new]
        for name, result in zip(names, results, strict=True)
    }
    return {name: each for name, each in made.items() if each}


def _extreme(made: dict[str, list[Vehicle]], *, dearest: bool) -> Vehicle:
    known = [each for own in made.values() for each in own]
    require(known, "nothing is sold new.")
    sign = 1 if dearest else -1
    return ranked(known, lambda each: sign * each.reais, 1, by=1)[0]


def _fleet(draw: TaskDraw) -> Blueprint:
    initial = draw.turn(("M", "C"), "initial")

    def plan() -> Plan:
        (types,) = yield [call(_BY_TYPE, vehicle_type="caminhoes")]
        names = list(brands(types.text))
        tables = yield [call(_SEARCH, types, brand_name=name) for name in names]
        trucks = _new(list(tables), names, "Trucks")
        cheapest, dearest = _extreme(trucks, dearest=False), _extreme(trucks, dearest=True)
        sold = [each.code for own in trucks.values() for each in own]
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
        grounds = [each.code for own in made.values() for each in own]
        return solution(
            {
                "cheapest": found(cheapest.name),
                "cheapest_code": found(cheapest.code),
                "cheapest_price": computed(cheapest.reais, (cheapest.price,), MONEY),
                "dearest": found(dearest.name),
                "dearest_price": computed(dearest.reais, (dearest.price,), MONEY),
                "trucks": computed(len(sold), sold),
                "below": computed(cheap, (cheapest.price,)),
                "motorcycle": found(best.name) if cheap else NOTHING,
                "motorcycles": computed(count, grounds) if cheap else NOTHING,
                "car": NOTHING if cheap else found(best.name),
                "cars": NOTHING if cheap else computed(count, grounds),
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

    form = (
        named("cheapest", "the full name of the cheapest new truck"),
        code("cheapest_code", "its FIPE code"),
        number("cheapest_price", "its price", "BRL"),
        named("dearest", "the full name of the dearest new truck"),
        number("dearest_price", "its price", "BRL"),
        number("trucks", "the number of new trucks of all brands"),
        yes_no("below", "whether the cheapest new truck costs less than the limit"),
        named("motorcycle", "the dearest new motorcycle, if asked for"),
        number("motorcycles", "the number of new motorcycles, if asked for"),
        named("car", "the full name of the dearest new car, if asked for"),
        number("cars", "the number of new cars, if asked for"),
        number("price", "the price of that motorcycle or car", "BRL"),
    )
    return task(draw, FAMILY, _FLEET, {"limit": _TRUCK_LIMIT, "initial": initial}, form, plan)


def _initial(draw: TaskDraw) -> Blueprint:
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
        dearest = ranked(known, lambda each: each.reais, 1, by=1)[0]
        require_clear(cheapest.reais, limit, 50)
        cheap = cheapest.reais < limit
        kind, title = ("motos", "Motorcycles") if cheap else ("caminhoes", "Trucks")
        (others,) = yield [call(_BY_TYPE, *tables, vehicle_type=kind)]
        last = list(brands(others.text))[-_LAST:]
        further = yield [call(_SEARCH, others, brand_name=name) for name in last]
        prize = _extreme(_new(list(further), last, title), dearest=False)
        return solution(
            {
                "cheapest": found(cheapest.name),
                "cheapest_code": found(cheapest.code),
                "cheapest_price": computed(cheapest.reais, (cheapest.price,), MONEY),
                "most_new": found(most),
                "neighbour": found(following),
                "neighbour_models": computed(len(known), [each.code for each in known]),
                "neighbour_dearest": found(dearest.name),
                "neighbour_price": computed(dearest.reais, (dearest.price,), MONEY),
                "below": computed(cheap, (cheapest.price,)),
                "motorcycle": found(prize.name) if cheap else NOTHING,
                "truck": NOTHING if cheap else found(prize.name),
                "prize_price": computed(prize.reais, (prize.price,), MONEY),
            },
            branches=[
                branch(
                    f"the cheapest new car of a brand with {initial} costs less than R$ {limit:,}",
                    holds=cheap,
                    met={"tools": [_BY_TYPE], "values": ["motos"]},
                    unmet={"tools": [_BY_TYPE], "values": ["caminhoes"]},
                )
            ],
        )

    form = (
        named("cheapest", "the full name of their cheapest new car"),
        code("cheapest_code", "its FIPE code"),
        number("cheapest_price", "its price", "BRL"),
        named("most_new", "the one of these brands with most new cars"),
        named("neighbour", "the car brand with another first letter and the next higher code"),
        number("neighbour_models", "the number of its car models"),
        named("neighbour_dearest", "the full name of its dearest car"),
        number("neighbour_price", "the price of that car", "BRL"),
        yes_no("below", "whether the cheapest new car costs less than the limit"),
        named("motorcycle", "the cheapest new motorcycle, if asked for"),
        named("truck", "the full name of the cheapest new truck, if asked for"),
        number("prize_price", "the price of that motorcycle or truck", "BRL"),
    )
    ways = (call(_CARS), call(_BY_TYPE, vehicle_type="carros"))
    words = {"initial": initial, "limit": limit, "last": _LAST}
    return task(draw, FAMILY, _INITIAL, words, form, *(partial(plan, way) for way in ways))


FAMILY = CrossFamily(
    number=63,
    name="car_price",
    title="Car Price Evaluator",
    servers=("Car Price Evaluator",),
    makers=(_fleet, _initial),
)
