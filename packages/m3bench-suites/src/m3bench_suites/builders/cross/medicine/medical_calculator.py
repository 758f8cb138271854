"""Medical Calculator alone: figures of patients in prose, and results that feed the next formula."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.medicine._shared.calculator_children import children
from m3bench_suites.builders.cross.medicine._shared.calculator_hearts import hearts
from m3bench_suites.builders.cross.medicine._shared.calculator_livers import livers
from m3bench_suites.builders.cross.medicine._shared.calculator_pain import pain


def _livers(draw: TaskDraw) -> Blueprint:
    return livers(draw, FAMILY)


def _hearts(draw: TaskDraw) -> Blueprint:
    return hearts(draw, FAMILY)


def _pain(draw: TaskDraw) -> Blueprint:
    return pain(draw, FAMILY)


def _children(draw: TaskDraw) -> Blueprint:
    return children(draw, FAMILY)


FAMILY = CrossFamily(
    number=2,
    name="medical_calculator",
    title="Medical Calculator",
    servers=("Medical Calculator",),
    makers=(_livers, _hearts, _pain, _children),
)
