"""Car prices: what cars cost in Brazil, how they lose value, and what that is in coins."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask
from m3bench_suites.builders.verse.catalogs._shared.goods import CARS, Car, cars
from m3bench_suites.builders.verse.catalogs._shared.market import PRICE, divided, less
from m3bench_suites.builders.verse.catalogs._shared.tolerances import ROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

_CLOSE = Tolerance(relative=1e-4)
_PART = Tolerance(absolute=0.00011)
_NEW = "models[0].prices[0].price_brl"


def _search(car: Car) -> dict[str, str]:
    return {"brand_name": car.brand, "model_keyword": car.model}


def _year(draw: TaskDraw, *, back: int = 1) -> int:
    return draw.world.now.year - back - draw.whole(0, 1, "year")


def _used(year: int) -> str:
    return f"models[0].prices[?starts_with(model_year, '{year}')] | [0].price_brl"


def _listed(draw: TaskDraw) -> Lookups:
    (car,) = cars(draw, 1)
    year = _year(draw)
    return Lookups(
        level="L1",
        words={"car": car, "year": year},
        calls=(ask(CARS, **_search(car)),),
        values={
            "variant": "[0].models[0].model",
            "code": "[0].models[0].fipe_code",
            "new": f"[0].{_NEW}",
            "used": f"[0].{_used(year)}",
        },
        answer=f"{{variant}} ({{code}}): {{new}} reais new, {{used}} as a {year} model.",
        live=None,
    )


def _kept_value(draw: TaskDraw) -> Lookups:
    one, other = cars(draw, 2)
    year = _year(draw)
    return Lookups(
        level="L2",
        words={"one": one, "other": other, "year": year},
        calls=(
            ask(CARS, **_search(one)),
            ask(CARS, **_search(other)),
            divided(f"[0].{_used(year)}", f"[0].{_NEW}"),
            divided(f"[1].{_used(year)}", f"[1].{_NEW}"),
        ),
        uses={3: (1, 0)},
        values={
            "first_part": Value("[2]", _PART, grounds=f"[[0].{_NEW}]"),
            "second_part": Value("[3]", _PART, grounds=f"[[1].{_NEW}]"),
            "keeps": "([2] > [3]) && [0].models[0].model || [1].models[0].model",
            "code": "([2] > [3]) && [0].models[0].fipe_code || [1].models[0].fipe_code",
        },
        guards=(apart("[2:4]", share=0.005),),
        answer="They keep {first_part} and {second_part} of the price; {keeps} ({code}) keeps more.",
        live=None,
    )


def _in_tether(draw: TaskDraw) -> Lookups:
    (car,) = cars(draw, 1)
    year = _year(draw, back=2)
    return Lookups(
        level="L2",
        words={"car": car, "year": year},
        calls=(
            ask(CARS, **_search(car)),
            ask(PRICE, instrument="USDT-BRL"),
            divided(f"[0].{_used(year)}", "[1].ask"),
            divided(f"[0].{_NEW}", "[1].ask"),
        ),
        values={
            "variant": "[0].models[0].model",
            "rate": "[1].ask",
            "used": Value("[2]", ROUNDED, grounds="[[1].ask]"),
            "new": Value("[3]", ROUNDED, grounds=f"[[1].ask, [0].{_NEW}]"),
        },
        answer=f"{{variant}} at {{rate}}: {{new}} USDT new, {{used}} USDT as a {year} model.",
        live="all",
    )


def _cheapest_in_coins(draw: TaskDraw) -> Lookups:
    chosen = cars(draw, 3)
    one, other = draw.sample(("BTC", "ETH", "SOL", "XRP"), 2, "coin")
    offers = f"[0:3].{{name: models[0].model, price: {_NEW}}}"
    cheapest = f"min_by({offers}, &price)"
    return Lookups(
        level="L3",
        words={"cars": join([f"the {car}" for car in chosen]), "one": one, "other": other},
        calls=(
            *(ask(CARS, **_search(car)) for car in chosen),
            ask(PRICE, instrument=f"{one}-BRL"),
            ask(PRICE, instrument=f"{other}-BRL"),
            divided(f"{cheapest}.price", "[3].last_price"),
            divided(f"{cheapest}.price", "[4].last_price"),
            less(f"max({offers}[*].price)", f"{cheapest}.price"),
        ),
        values={
            "variant": f"{cheapest}.name",
            "price": f"{cheapest}.price",
            "first_coins": Value("[5]", _CLOSE, grounds=f"[[3].last_price, {cheapest}.price]"),
            "second_coins": Value("[6]", _CLOSE, grounds=f"[[4].last_price, {cheapest}.price]"),
            "difference": Value("[7]", grounds=f"{offers}[*].price"),
        },
        guards=(apart(f"{offers}[*].price", lowest=True),),
        answer=f"{{variant}} for {{price}} reais, that is {{first_coins}} {one} or {{second_coins}} {other}; "
        "the dearest costs {difference} more.",
        live="all",
    )


FAMILY = Family(
    number=23,
    name="car_prices",
    title="Car prices",
    goal="Look up car prices in Brazil, compare them, and convert them at current prices of coins.",
    tasks=(_listed, _kept_value, _in_tether, _cheapest_in_coins),
    kind="retrieval",
    modalities=("text",),
)
