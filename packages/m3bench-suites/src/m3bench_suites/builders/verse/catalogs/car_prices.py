"""Car prices: what cars cost in Brazil, how they lose value, and what that is in coins."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Blueprint
from m3bench_suites.builders.fields import code, named, number
from m3bench_suites.builders.verse.catalogs._shared.goods import CARS, Car, cars
from m3bench_suites.builders.verse.catalogs._shared.market import PRICE, divided, less
from m3bench_suites.builders.verse.catalogs._shared.steps import ROUNDED, Apart, Steps, Value, ask
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import car_prices as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_CLOSE = Tolerance(relative=1e-4)
_PART = Tolerance(absolute=0.00011)
_NEW = "models[0].prices[0].price_brl"


def _search(car: Car) -> dict[str, str]:
    return {"brand_name": car.brand, "model_keyword": car.model}


def _year(draw: TaskDraw, *, back: int = 1) -> int:
    return draw.world.now.year - back - draw.whole(0, 1, "year")


def _used(year: int) -> str:
    return f"models[0].prices[?starts_with(model_year, '{year}')] | [0].price_brl"


def _listed(draw: TaskDraw) -> Blueprint:
    (car,) = cars(draw, 1)
    year = _year(draw)
    steps = Steps(
        calls=((ask(CARS, **_search(car)),),),
        values={
            "variant": Value("[0].models[0].model"),
            "code": Value("[0].models[0].fipe_code"),
            "new": Value(f"[0].{_NEW}"),
            "used": Value(f"[0].{_used(year)}"),
        },
        answer=f"{{variant}} ({{code}}): {{new}} reais new, {{used}} as a {year} model.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("variant", "the full name of the variant"),
            code("code", "its FIPE code"),
            number("new", "its price as a new car, in Brazilian reais"),
            number("used", f"its price as a {year} model, in Brazilian reais"),
        ),
        wording=wordings.LISTED,
        words={"car": car, "year": year},
    )


def _kept_value(draw: TaskDraw) -> Blueprint:
    one, other = cars(draw, 2)
    year = _year(draw)
    steps = Steps(
        calls=(
            (ask(CARS, **_search(one)), ask(CARS, **_search(other))),
            (divided(f"[0].{_used(year)}", f"[0].{_NEW}"), divided(f"[1].{_used(year)}", f"[1].{_NEW}")),
        ),
        values={
            "first_part": Value("[2]", _PART, grounds=f"[[0].{_NEW}]"),
            "second_part": Value("[3]", _PART, grounds=f"[[1].{_NEW}]"),
            "keeps": Value("([2] > [3]) && [0].models[0].model || [1].models[0].model"),
            "code": Value("([2] > [3]) && [0].models[0].fipe_code || [1].models[0].fipe_code"),
        },
        apart=(Apart("[2:4]", 0.005),),
        answer="They keep {first_part} and {second_part} of the price; {keeps} ({code}) keeps more.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("first_part", f"the {year} price of the {one} divided by its new price, as a decimal"),
            number("second_part", f"the {year} price of the {other} divided by its new price, as a decimal"),
            named("keeps", "the full name of the variant that keeps the larger part of its price"),
            code("code", "the FIPE code of that variant"),
        ),
        wording=wordings.KEPT_VALUE,
        words={"one": one, "other": other, "year": year},
    )


def _in_tether(draw: TaskDraw) -> Blueprint:
    (car,) = cars(draw, 1)
    year = _year(draw, back=2)
    steps = Steps(
        calls=(
            (ask(CARS, **_search(car)), ask(PRICE, instrument="USDT-BRL")),
            (divided(f"[0].{_used(year)}", "[1].ask"), divided(f"[0].{_NEW}", "[1].ask")),
        ),
        values={
            "variant": Value("[0].models[0].model"),
            "rate": Value("[1].ask"),
            "used": Value("[2]", ROUNDED, grounds="[[1].ask]"),
            "new": Value("[3]", ROUNDED, grounds=f"[[1].ask, [0].{_NEW}]"),
        },
        answer=f"{{variant}} at {{rate}}: {{new}} USDT new, {{used}} USDT as a {year} model.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("variant", "the full name of the variant"),
            number("rate", "the current ask for one USDT, in Brazilian reais"),
            number("used", f"the price of the {year} model, in USDT"),
            number("new", "the price of the new car, in USDT"),
        ),
        wording=wordings.IN_TETHER,
        words={"car": car, "year": year},
        time_sensitive=True,
    )


def _cheapest_in_coins(draw: TaskDraw) -> Blueprint:
    chosen = cars(draw, 3)
    one, other = draw.sample(("BTC", "ETH", "SOL", "XRP"), 2, "coin")
    offers = f"[0:3].{{name: models[0].model, price: {_NEW}}}"
    cheapest = f"min_by({offers}, &price)"
    steps = Steps(
        calls=(
            (
                *(ask(CARS, **_search(car)) for car in chosen),
                ask(PRICE, instrument=f"{one}-BRL"),
                ask(PRICE, instrument=f"{other}-BRL"),
            ),
            (
                divided(f"{cheapest}.price", "[3].last_price"),
                divided(f"{cheapest}.price", "[4].last_price"),
                less(f"max({offers}[*].price)", f"{cheapest}.price"),
            ),
        ),
        values={
            "variant": Value(f"{cheapest}.name"),
            "price": Value(f"{cheapest}.price"),
            "first_coins": Value("[5]", _CLOSE, grounds=f"[[3].last_price, {cheapest}.price]"),
            "second_coins": Value("[6]", _CLOSE, grounds=f"[[4].last_price, {cheapest}.price]"),
            "difference": Value("[7]", grounds=f"{offers}[*].price"),
        },
        apart=(Apart(f"{offers}[*].price", 0.0, smallest=True),),
        answer=f"{{variant}} for {{price}} reais, that is {{first_coins}} {one} or {{second_coins}} {other}; "
        "the dearest costs {difference} more.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            named("variant", "the full name of the cheapest variant"),
            number("price", "its price as a new car, in Brazilian reais"),
            number("first_coins", f"that price in {one}, to at least four significant digits"),
            number("second_coins", f"that price in {other}, to at least four significant digits"),
            number("difference", "how much more the dearest of the three costs, in Brazilian reais"),
        ),
        wording=wordings.CHEAPEST_IN_COINS,
        words={"cars": join([f"the {car}" for car in chosen]), "one": one, "other": other},
        time_sensitive=True,
    )


FAMILY = VerseFamily(
    number=23,
    name="car_prices",
    title="Car prices",
    goal="Look up car prices in Brazil, compare them, and convert them at current prices of coins.",
    make=by_number(_listed, _kept_value, _in_tether, _cheapest_in_coins),
)
