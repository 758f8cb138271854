"""Advertising: clips, posters, spots and flyers that are right only as they are seen or heard."""

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.creation.advertising.flyer import LaunchFlyer
from m3bench_suites.builders.omni.creation.advertising.poster import OfferPoster
from m3bench_suites.builders.omni.creation.advertising.radio import RadioSpot
from m3bench_suites.builders.omni.creation.advertising.short import ShortSpot
from m3bench_suites.builders.omni.creation.advertising.tagline import Tagline
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (Tagline, OfferPoster, RadioSpot, LaunchFlyer, ShortSpot))


FAMILY = OmniFamily(
    number=15,
    name="advertising",
    title="Advertising",
    goal="Make or finish a clip, poster, spot or flyer so that it can be shown to customers.",
    area=Area.CREATION,
    make=make,
)
