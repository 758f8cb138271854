"""FruityVice alone: swaps in a fruit basket, and a day of snacks under limits of energy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    listed,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
)

_FRUIT = "FruityVice/get_fruit_nutrition"
_TENTH, _HALF = Tolerance(absolute=0.11), Tolerance(absolute=0.6)
_SWEETEST = ("date", "fig", "grape", "lychee", "mango", "pomegranate", "jackfruit", "tamarind")
_SWEET = ("banana", "cherry", "persimmon", "apple", "passionfruit", "kumquat", "goji")
_MILD = ("pineapple", "pear", "blueberry", "orange", "plum", "kiwi", "guava", "apricot", "clementine")
_FRESH = ("peach", "honeydew", "papaya", "cantaloupe", "nectarine", "mulberry", "feijoa")
_TART = ("watermelon", "grapefruit", "boysenberry", "blackberry", "strawberry")
_SOUR = ("raspberry", "cranberry", "starfruit", "lemon", "lime", "tomato", "avocado")
_TIERS = (_SWEETEST, _SWEET, _MILD, _FRESH, _TART, _SOUR)
_SLOTS = 4
_ROWS = "ABCD"


def _nutrients(result: CallResult) -> dict[str, float]:
    return dict(result.data["nutritions"])


def _swaps(draw: TaskDraw) -> TaskSpec:
    limit = draw.pick((6.5, 7.5, 8.0), "limit")
    tiers = [draw.sample(tier, _SLOTS, "tier", rank) for rank, tier in enumerate(_TIERS)]
    chains = [[tier[slot] for tier in tiers] for slot in range(_SLOTS)]

    def plan() -> Plan:
        chosen: dict[int, CallResult] = {}
        last: dict[int, CallResult] = {}
        down = []
        for rank in range(len(_TIERS)):
            waiting = [slot for slot in range(_SLOTS) if slot not in chosen]
            if not waiting:
                break
            got = yield [
                call(_FRUIT, *((last[slot],) if slot in last else ()), fruit_name=chains[slot][rank])
                for slot in waiting
            ]
            for slot, item in zip(waiting, got, strict=True):
                last[slot] = item
                sugar = _nutrients(item)["sugar"]
                require_clear(sugar, limit, 0.02)
                if sugar <= limit:
                    chosen[slot] = item
                else:
                    down.append(sugar)
        require(len(chosen) == _SLOTS, "a row is too sweet.")
        basket = [chosen[slot] for slot in range(_SLOTS)]
        values = [_nutrients(fruit) for fruit in basket]
        fibers = [value["fiber"] for value in values]
        require_lead(fibers, 0.1)
        fruits = [result.data["name"] for result in basket]
        families = list(dict.fromkeys(result.data["family"] for result in basket))
        totals = {
            name: computed(
                round(sum(value[name] for value in values), 2), [value[name] for value in values], slack
            )
            for name, slack in (("sugar", _TENTH), ("calories", _HALF), ("fiber", _TENTH))
        }
        return solution(
            {
                "basket": listed(fruits),
                "turned_down": computed(len(down), down),
                **totals,
                "richest": computed(fruits[fibers.index(max(fibers))], fibers),
                "families": listed(families),
            }
        )

    said = " ".join(f"Row {_ROWS[slot]} is {', '.join(chain)}." for slot, chain in enumerate(chains))
    return TaskSpec(words={"slots": _SLOTS, "limit": limit, "chains": said}, plans=(plan,))


_LIGHT = (
    (("apple", "banana", "pear"), 207),
    (("mango", "cherry", "orange"), 170),
    (("grape", "kiwi", "plum"), 190),
    (("blueberry", "peach", "pineapple"), 147),
    (("apricot", "raspberry", "banana"), 189),
)
"""Fruits of a meal, and their energy per 300 g as usually tabulated, which makes limits about even."""
_FIRST_CHOICE = (("strawberry", "grapefruit"), ("papaya", "honeydew"), ("watermelon", "cantaloupe"))
_OTHER_CHOICE = (("fig", "guava"), ("persimmon", "lychee"), ("pomegranate", "mulberry"))
_LUNCHES = ((("avocado", "tomato"), ("lime", "cranberry")), (("date", "fig"), ("starfruit", "lemon")))
"""Pairs of a heavy lunch and a light one."""


def _energy(results: list[CallResult]) -> float:
    return sum(_nutrients(result)["calories"] for result in results)


def _and(fruits: tuple[str, ...]) -> str:
    return f"{', '.join(fruits[:-1])} and {fruits[-1]}"


Menu = tuple[int, Sequence[str], Sequence[str]]
"""How many kcal are too many, and what to eat next if it was more or not."""
_SIDES = ("nectarine", "peach")
_EATEN = ("breakfast has", "breakfast and snack have", "all meals up to lunch have")


def _day(draw: TaskDraw) -> TaskSpec:
    breakfast, usual = draw.turn(_LIGHT, "breakfast")
    light1, light2 = draw.sample(_FIRST_CHOICE, 2, "light")
    heavy1, heavy2 = draw.sample(_OTHER_CHOICE, 2, "heavy")
    large, small = draw.pick(_LUNCHES, "lunch")
    limits = [usual + draw.whole(low, low + 4, "limit", low) for low in (2, 105, 228)]
    menus = list(zip(limits, (light1, small, light2), (heavy1, large, heavy2), strict=True))
    return TaskSpec(
        words={
            "breakfast": _and(breakfast),
            "large": _and(large),
            "small": _and(small),
            "light1": _and(light1),
            "light2": _and(light2),
            "heavy1": _and(heavy1),
            "heavy2": _and(heavy2),
            **{f"limit{index}": limit for index, limit in enumerate(limits, start=1)},
            "last1": _SIDES[0],
            "last2": _SIDES[1],
        },
        plans=(partial(_day_plan, breakfast, menus),),
    )


def _day_plan(breakfast: Sequence[str], menus: Sequence[Menu]) -> Plan:
    eaten = list((yield [call(_FRUIT, fruit_name=fruit) for fruit in breakfast]))
    first = _energy(eaten)
    served, over = [], []
    for limit, light, heavy in menus:
        require_clear(_energy(eaten), limit, 0.5)
        over.append(_energy(eaten) > limit)
        meal = yield [call(_FRUIT, *eaten, fruit_name=fruit) for fruit in (light if over[-1] else heavy)]
        served.append(meal)
        eaten += meal
    snack, noon, later = served
    both = [*snack, *later]
    sugars = [_nutrients(fruit)["sugar"] for fruit in both]
    require_lead(sugars, 0.05, lowest=True)
    again = both[sugars.index(min(sugars))]
    rosy = again.data["order"] == "Rosales"
    (side,) = yield [call(_FRUIT, *both, fruit_name=_SIDES[0] if rosy else _SIDES[1])]
    everything = [*eaten, again, side]
    energy = [_nutrients(fruit)["calories"] for fruit in everything]
    protein = [_nutrients(fruit)["protein"] for fruit in everything]
    return solution(
        {
            "breakfast": computed(round(first, 2), energy[: len(breakfast)], _HALF),
            "morning_snack": listed(result.data["name"] for result in snack),
            "lunch": listed(result.data["name"] for result in noon),
            "afternoon_snack": listed(result.data["name"] for result in later),
            "supper": computed(again.data["name"], (again.data["name"], *sugars)),
            "least_sugar": stated(min(sugars), Tolerance(absolute=0.02)),
            "order": stated(again.data["order"]),
            "side": stated(side.data["name"]),
            "energy": computed(round(sum(energy), 2), energy, Tolerance(absolute=1.1)),
            "protein": computed(round(sum(protein), 2), protein, _TENTH),
        },
        branches=[
            branch(
                f"{what} more than {limit} kcal",
                holds=holds,
                met={"tools": [_FRUIT], "values": light},
                unmet={"tools": [_FRUIT], "values": heavy},
            )
            for what, holds, (limit, light, heavy) in zip(_EATEN, over, menus, strict=True)
        ],
    )


FAMILY = cross_family(
    number=3, name="fruityvice", title="FruityVice", servers=("FruityVice",), tasks=(_swaps, _day)
)
