"""FruityVice alone: swaps in a fruit basket, and a day of snacks under limits of energy."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.tasks import (
    Wording,
    branch,
    computed,
    found,
    listed,
    require,
    require_clear,
    require_lead,
    solution,
    task,
)
from m3bench_suites.builders.fields import named, names, number

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
_SWAPS = Wording(
    request=(
        "Plan a fruit basket with {slots} kinds of fruit, 100 g of each, taken from {slots} rows. {chains} "
        "Each row gives its first fruit with at most {limit} g of sugar in 100 g; look up a fruit only if "
        "all fruits before it in the row have more. Report the fruits of the basket in the order of the "
        "rows, how many fruits were turned down, the total sugar, energy and fiber of the basket, the fruit "
        "in it with the most fiber, and the botanical families in it, each once."
    ),
    fuzzy=(
        "I want to give my diabetic neighbour a basket with {slots} kinds of fruit, 100 g of each, but "
        "nothing with more than {limit} g of sugar per 100 g. {chains} I would rather have the earlier ones, "
        "so go down a row only for as long as a fruit turns out too sweet, and stop at the one that is fine. "
        "What ends up in the basket, in the order of the rows? How many fruits did we turn down on the way? "
        "How much sugar, energy and fiber are in the whole basket, which fruit in it has the most fiber, and "
        "which plant families does it stand for?"
    ),
)
_ROWS = "ABCD"


def _nutrients(result: CallResult) -> dict[str, float]:
    return dict(result.data["nutritions"])


def _swaps(draw: TaskDraw) -> Blueprint:
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
            for slot, one in zip(waiting, got, strict=True):
                last[slot] = one
                sugar = _nutrients(one)["sugar"]
                require_clear(sugar, limit, 0.02)
                if sugar <= limit:
                    chosen[slot] = one
                else:
                    down.append(sugar)
        require(len(chosen) == _SLOTS, "a row is too sweet.")
        basket = [chosen[slot] for slot in range(_SLOTS)]
        values = [_nutrients(one) for one in basket]
        fibers = [one["fiber"] for one in values]
        require_lead(fibers, 0.1)
        fruits = [one.data["name"] for one in basket]
        families = list(dict.fromkeys(one.data["family"] for one in basket))
        totals = {
            name: computed(round(sum(one[name] for one in values), 2), [one[name] for one in values], slack)
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

    form = (
        names("basket", "the fruits of the basket, in the order of the rows", ordered=True),
        number("turned_down", "how many fruits were turned down"),
        number("sugar", "sugar of the basket", "g"),
        number("calories", "energy of the basket", "kcal"),
        number("fiber", "fiber of the basket", "g"),
        named("richest", "the fruit of the basket with the most fiber"),
        names("families", "the botanical families of the basket"),
    )
    said = " ".join(f"Row {_ROWS[slot]} is {', '.join(chain)}." for slot, chain in enumerate(chains))
    words = {"slots": _SLOTS, "limit": limit, "chains": said}
    return task(draw, FAMILY, _SWAPS, words, form, plan)


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
_DAY = Wording(
    request=(
        "Plan a day of fruit, with 100 g of each fruit. Breakfast is {breakfast}. If breakfast has more than "
        "{limit1} kcal, the morning snack is {light1}, otherwise {heavy1}. If breakfast and this snack have "
        "more than {limit2} kcal together, lunch is {small}, otherwise {large}. If everything up to lunch "
        "has more than {limit3} kcal, the afternoon snack is {light2}, otherwise {heavy2}. From both snacks, "
        "the fruit with the least sugar is served again for supper, together with {last1} if it belongs to "
        "the order Rosales, else with {last2}. Look up only what is served. Report the energy of breakfast "
        "and of the whole day, the snacks and lunch, the fruit for supper with its sugar and order, and the "
        "protein of the day."
    ),
    fuzzy=(
        "Help me plan a fruit day, always 100 g of each fruit. Breakfast is {breakfast}; when that comes to "
        "more than {limit1} kcal I take {light1} as my morning snack, when not, {heavy1}. Should the two of "
        "them be over {limit2} kcal, lunch is just {small}, or else {large}. If I am over {limit3} kcal by "
        "the end of lunch, the afternoon snack is {light2}, and if not, {heavy2}. For supper I repeat "
        "whichever fruit from my snacks has the least sugar, with {last1} beside it in case that fruit is of "
        "the order Rosales, and with {last2} in case it is not. What do breakfast and the whole day come to "
        "in energy, what did I eat for snacks and lunch, what do I repeat and how much sugar has it, and how "
        "much protein was there in the day?"
    ),
)


def _energy(results: list[CallResult]) -> float:
    return sum(_nutrients(one)["calories"] for one in results)


def _and(fruits: tuple[str, ...]) -> str:
    return f"{', '.join(fruits[:-1])} and {fruits[-1]}"


def _day(draw: TaskDraw) -> Blueprint:
    breakfast, usual = draw.turn(_LIGHT, "breakfast")
    light1, light2 = draw.sample(_FIRST_CHOICE, 2, "light")
    heavy1, heavy2 = draw.sample(_OTHER_CHOICE, 2, "heavy")
    large, small = draw.pick(_LUNCHES, "lunch")
    limits = [usual + draw.whole(low, low + 4, "limit", low) for low in (2, 105, 228)]
    last = ("nectarine", "peach")

    def plan() -> Plan:
        eaten = list((yield [call(_FRUIT, fruit_name=one) for one in breakfast]))
        first = _energy(eaten)
        served, over = [], []
        for limit, light, heavy in zip(limits, (light1, small, light2), (heavy1, large, heavy2), strict=True):
            require_clear(_energy(eaten), limit, 0.5)
            over.append(_energy(eaten) > limit)
            meal = yield [call(_FRUIT, *eaten, fruit_name=one) for one in (light if over[-1] else heavy)]
            served.append(meal)
            eaten += meal
        snack, noon, later = served
        both = [*snack, *later]
        sugars = [_nutrients(one)["sugar"] for one in both]
        require_lead(sugars, 0.05, lowest=True)
        again = both[sugars.index(min(sugars))]
        rosy = again.data["order"] == "Rosales"
        (side,) = yield [call(_FRUIT, *both, fruit_name=last[0] if rosy else last[1])]
        everything = [*eaten, again, side]
        energy = [_nutrients(one)["calories"] for one in everything]
        protein = [_nutrients(one)["protein"] for one in everything]
        return solution(
            {
                "breakfast": computed(round(first, 2), energy[: len(breakfast)], _HALF),
                "morning_snack": listed(one.data["name"] for one in snack),
                "lunch": listed(one.data["name"] for one in noon),
                "afternoon_snack": listed(one.data["name"] for one in later),
                "supper": computed(again.data["name"], (again.data["name"], *sugars)),
                "least_sugar": found(min(sugars), Tolerance(absolute=0.02)),
                "order": found(again.data["order"]),
                "side": found(side.data["name"]),
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
                for what, limit, holds, light, heavy in zip(
                    ("breakfast has", "breakfast and snack have", "all meals up to lunch have"),
                    limits,
                    over,
                    (light1, small, light2),
                    (heavy1, large, heavy2),
                    strict=True,
                )
            ],
        )

    form = (
        number("breakfast", "energy of breakfast", "kcal"),
        names("morning_snack", "the fruits of the morning snack"),
        names("lunch", "the fruits of lunch"),
        names("afternoon_snack", "the fruits of the afternoon snack"),
        named("supper", "the fruit of the snacks that is served again for supper"),
        number("least_sugar", "its sugar in 100 g", "g"),
        named("order", "its botanical order"),
        named("side", "the fruit beside it"),
        number("energy", "energy of the whole day, supper included", "kcal"),
        number("protein", "protein of the whole day, supper included", "g"),
    )
    words = {
        "breakfast": _and(breakfast),
        "large": _and(large),
        "small": _and(small),
        "light1": _and(light1),
        "light2": _and(light2),
        "heavy1": _and(heavy1),
        "heavy2": _and(heavy2),
        **{f"limit{place}": limit for place, limit in enumerate(limits, start=1)},
        "last1": last[0],
        "last2": last[1],
    }
    return task(draw, FAMILY, _DAY, words, form, plan)


FAMILY = CrossFamily(
    number=3,
    name="fruityvice",
    title="FruityVice",
    servers=("FruityVice",),
    makers=(_swaps, _day),
)
