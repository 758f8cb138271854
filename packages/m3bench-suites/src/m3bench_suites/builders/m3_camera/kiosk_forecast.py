"""Kiosk Forecast: read expected sales off a trend line at the temperatures of a forecast."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, Plan, Solution
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, day_of, forecast, high_on
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible

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


def make(draw: TaskDraw) -> Blueprint:
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
    words = {
        "photo": case.photo,
        "first": days[0].isoformat(),
        "last": days[-1].isoformat(),
        "slack": f"{case.tolerance:g}",
        "stock": case.stock,
    }
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "weather"),
        form=_FORM,
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"]},
        key_facts=(case.town, case.ware),
    )


def _suits(draw: TaskDraw, days: tuple[date, ...], scene: Scene) -> bool:
    """Return whether all days are within the chart."""
    facts = scene.facts
    address, across = f"{facts['town']}, {facts['country']}", facts["across"]
    highs = [high_on(draw.world, address, day) for day in days]
    return all(across["low"] + _WITHIN <= high <= across["high"] - _WITHIN for high in highs)


_REQUESTS = (
    (
        "{photo} shows how much our kiosk sells at which temperature. Look up the highest temperature in "
        "°C that is forecast for that town on each day from {first} to {last}, and read off the trend line "
        "what we will sell on that day; {slack} more or less a day is near enough. We have {stock} in "
        "stock. How many must we order for all these days together?"
    ),
    (
        "Please plan our kiosk with the chart in {photo}. For every day from {first} through {last} I need "
        "the forecast high in °C in the town of the kiosk and the sales that the line in the chart gives "
        "for it (within {slack} a day). With {stock} still in stock, what must be ordered in total?"
    ),
)
_FUZZY = (
    (
        "How much should we order for the kiosk in {photo}? Go by the line in the chart and the daily "
        "highs (°C) forecast there from {first} to {last}. Each day to within {slack} is fine, and {stock} "
        "are left over."
    ),
    (
        "There is a chart of our kiosk, {photo}. What will we sell day by day, {first} till {last}, if the "
        "forecast highs are right (°C, and off by {slack} is okay)? And what is missing, given that we "
        "still have {stock}?"
    ),
)
_FORM = AnswerForm((
    AnswerField("town", FieldType.NAME, "the town of the kiosk"),
    AnswerField("ware", FieldType.NAME, "what the chart counts"),
    AnswerField(
        "days",
        FieldType.RECORD,
        "each day asked for",
        many=True,
        fields=(
            AnswerField("date", FieldType.DATE, "the day"),
            AnswerField("high", FieldType.NUMBER, "the highest temperature forecast", unit="°C"),
            AnswerField("sales", FieldType.NUMBER, "the sales by the trend line"),
        ),
    ),
    AnswerField("order", FieldType.NUMBER, "how many must be ordered for all days together"),
))  # fmt: skip


def _plan(case: Case) -> Plan:
    (found,) = yield [forecast(case.address)]
    days = [day_of(found, day) for day in case.days]
    sold = [case.sold(day["high"]) for day in days]
    order = sum(sold) - case.stock
    slack = case.tolerance * len(days)
    require(order > slack, "the stock might be enough")
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


FAMILY = Family(
    number=101,
    name="kiosk_forecast",
    title="Kiosk Forecast",
    goal="Read expected sales off a trend line at the temperatures of a forecast.",
    make=make,
)
