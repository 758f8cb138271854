"""Design: pages, charts and posters that are right on the screens and sheets that they are made for."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.design.events import EventPage
from m3bench_suites.builders.omni.creation.design.figures import ChartSlide
from m3bench_suites.builders.omni.creation.design.posters import FairPoster
from m3bench_suites.builders.omni.creation.design.products import ProductPage
from m3bench_suites.builders.omni.creation.design.screens import ShelfScreen
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=18,
    name="design",
    title="Design",
    goal="Make pages, slides and posters that are right as they are shown and printed.",
    kind=Area.CREATION,
    tasks=(ShelfScreen, EventPage, ChartSlide, FairPoster, ProductPage),
)
