"""Kiosk Forecast: read expected sales off a trend line at the temperatures of a forecast."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, day_of, forecast, high_on
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_WITHIN = 1.0
"""Minimum distance of a temperature from the ends of the chart, in °C."""


class Case(msgspec.Struct, frozen=True):
    photo: str
    town: str
    address: str
    ware: str
    slope: float
    intercept: float
    tolerance: float
    days: tuple[date, ...]
    stock: int

    def sold(self, warm: float) -> float:
        return self.intercept + self.slope * warm


def kiosk_forecast(draw: TaskDraw) -> TaskSpec:
    first = draw.world.now.date() + timedelta(days=draw.whole(1, 3, "first"))
    days = tuple(first + timedelta(days=day) for day in range(draw.whole(2, 3, "days")))
    photo = find_legible(draw, "scatter_plot", partial(_suits, draw, days))
    facts = photo.scene.facts
    case = Case(
        photo=photo.name,
        town=facts["town"],
        address=f"{facts['town']}, {facts['country']}",
        ware=facts["ware"],
        slope=facts["slope"],
        intercept=facts["intercept"],
        tolerance=facts["axis"]["tolerance"],
        days=days,
        stock=round(facts["axis"]["step"] * draw.pick((0.5, 0.8, 1.2), "stock")),
    )
    return TaskSpec(
        words={
            "photo": case.photo,
            "first": days[0].isoformat(),
            "last": days[-1].isoformat(),
            "slack": f"{case.tolerance:g}",
            "stock": case.stock,
        },
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        key_facts=(case.town, case.ware),
    )


def _suits(draw: TaskDraw, days: tuple[date, ...], scene: Scene) -> bool:
    """Return whether all days are within the chart."""
    facts = scene.facts
    address, across = f"{facts['town']}, {facts['country']}", facts["across"]
    highs = [high_on(draw.world, address, day) for day in days]
    return all(across["low"] + _WITHIN <= high <= across["high"] - _WITHIN for high in highs)


def _plan(case: Case) -> Plan:
    (result,) = yield [forecast(case.address)]
    days = [day_of(result, day) for day in case.days]
    sold = [case.sold(day["high"]) for day in days]
    order = sum(sold) - case.stock
    slack = case.tolerance * len(days)
    require(order > slack, "the stock might be enough.")
    lines = [
        f"{day['date']}: {day['high']} °C, about {count:.0f}." for day, count in zip(days, sold, strict=True)
    ]
    answer = f"{case.ware} in {case.town}. {' '.join(lines)} {order:.0f} must be ordered."
    rows = tuple(_expected_day(case, day) for day in days)
    highs = tuple(day["high"] for day in days)
    return Solution(
        answer=answer,
        fields={
            "town": Expected(case.town, also=(case.address,)),
            "ware": Expected(case.ware, also=(f"{case.ware} sold", f"{case.ware} sold in a day")),
            "days": Expected(rows=rows),
            "order": Expected(round(order, 1), tolerance=Tolerance(absolute=slack), grounds=highs),
        },
    )


def _expected_day(case: Case, day: dict[str, Any]) -> dict[str, Expected]:
    sold, slack = round(case.sold(day["high"]), 1), Tolerance(absolute=case.tolerance)
    return {
        "date": Expected(day["date"]),
        "high": Expected(day["high"], tolerance=DEGREE),
        "sales": Expected(sold, tolerance=slack, grounds=(day["high"],)),
    }


FAMILY = m3_family(
    number=101,
    name="kiosk_forecast",
    title="Kiosk Forecast",
    goal="Read expected sales off a trend line at the temperatures of a forecast.",
    servers=("ocr", "weather"),
    level="L2",
    tasks=(kiosk_forecast,),
)
