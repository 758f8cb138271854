"""Insurance: claims that arrive as calls, photographs and papers, and what the policy allows."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.insurance.filmed_parcel import FilmedParcel
from m3bench_suites.builders.omni.service.insurance.paused_cover import PausedCover
from m3bench_suites.builders.omni.service.insurance.spoiled_shopping import SpoiledShopping
from m3bench_suites.builders.omni.service.insurance.water_damage import WaterDamage

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(
        draw, (FilmedParcel, SpoiledShopping, PausedCover, SpoiledShopping, FilmedParcel, WaterDamage)
    )


FAMILY = OmniFamily(
    number=5,
    name="insurance",
    title="Insurance",
    goal="Settle claims from calls, photographs and papers as the policy allows.",
    area=Area.SERVICE,
    make=make,
)
