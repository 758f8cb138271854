"""Conversions one by one or in one batch."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.cross.computing._shared.numbers import Source
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import Steps

_BATCH = "Unit Converter/convert_batch"


class Amount(msgspec.Struct, frozen=True):
    """An amount to convert."""

    kind: str
    value: float
    unit: str
    target: str


def tool(kind: str) -> str:
    return f"Unit Converter/convert_{kind}"


def convert(kind: str, value: float, unit: str, target: str, *uses: CallResult) -> PlannedCall:
    """Return the call that converts an amount. `uses` are the results that the amount comes from."""
    return call(tool(kind), *uses, value=value, from_unit=unit, to_unit=target)


def converted(result: CallResult) -> float:
    """Return the converted amount. Raise `PlanError` if there is none."""
    data = result.data
    if not isinstance(data, dict) or "converted_value" not in data:
        raise PlanError(f"{result.tool} converted nothing: {result.text[:80]}")
    return float(data["converted_value"])


def convert_all(amounts: Sequence[Amount], *, batched: bool = False) -> Steps[list[Source]]:
    """Convert amounts that the request names, in one round.

    Args:
        amounts: What is converted.
        batched: Whether one call converts all of them.

    Returns:
        Each converted amount with the result that states it.
    """
    if not batched:
        results = yield [convert(amount.kind, amount.value, amount.unit, amount.target) for amount in amounts]
        return [(converted(result), result) for result in results]
    requests = [
        {
            "value": amount.value,
            "from_unit": amount.unit,
            "to_unit": amount.target,
            "conversion_type": amount.kind,
            "request_id": str(index),
        }
        for index, amount in enumerate(amounts, start=1)
    ]
    (result,) = yield [call(_BATCH, requests=requests)]
    values = [item["converted_value"] for item in result.data["results"]]
    return [(float(value), result) for value in values]


class Scale(msgspec.Struct, frozen=True):
    """A unit that amounts are drawn in, with the lowest and the highest amount, in tenths."""

    unit: str
    words: str
    low: int
    high: int


Quantity = tuple[float, Scale]
"""An amount as a request states it, and the unit."""


def draw_amounts(draw: TaskDraw, scales: Sequence[Scale], count: int, name: str) -> list[Quantity]:
    """Return amounts in units that are drawn, each unit once as long as there are enough."""
    order = [
        scale
        for turn in range(-(-count // len(scales)))
        for scale in draw.sample(scales, len(scales), name, turn)
    ]
    return [
        (draw.whole(scale.low, scale.high, name, "amount", index) / 10, scale)
        for index, scale in enumerate(order[:count])
    ]
