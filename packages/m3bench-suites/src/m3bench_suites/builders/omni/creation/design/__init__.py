"""Design: pages, charts and posters that are right on the screens and sheets that they are made for."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.creation.design.events import EventPage
from m3bench_suites.builders.omni.creation.design.figures import ChartSlide
from m3bench_suites.builders.omni.creation.design.posters import FairPoster
from m3bench_suites.builders.omni.creation.design.products import ProductPage
from m3bench_suites.builders.omni.creation.design.screens import ShelfScreen
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (ShelfScreen, EventPage, ChartSlide, FairPoster, ProductPage))


FAMILY = OmniFamily(
    number=18,
    name="design",
    title="Design",
    goal="Make pages, slides and posters that are right as they are shown and printed.",
    area=Area.CREATION,
    make=make,
)
