"""Advertising: clips, posters, spots and flyers that are right only as they are seen or heard."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.advertising.flyer import LaunchFlyer
from m3bench_suites.builders.omni.creation.advertising.poster import OfferPoster
from m3bench_suites.builders.omni.creation.advertising.radio import RadioSpot
from m3bench_suites.builders.omni.creation.advertising.short import ShortSpot
from m3bench_suites.builders.omni.creation.advertising.tagline import Tagline
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=15,
    name="advertising",
    title="Advertising",
    goal="Make or finish a clip, poster, spot or flyer so that it can be shown to customers.",
    kind=Area.CREATION,
    tasks=(Tagline, OfferPoster, RadioSpot, LaunchFlyer, ShortSpot),
)
