"""Office editing: decks, documents and tables that are right only as they are printed or presented."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.creation.office_editing.half_year import HalfYearDeck
from m3bench_suites.builders.omni.creation.office_editing.mended_slides import DictatedSlide, EntranceSign
from m3bench_suites.builders.omni.creation.office_editing.minutes import MinutesPack
from m3bench_suites.builders.omni.creation.office_editing.offer import CorrectedOffer
from m3bench_suites.builders.omni.creation.office_editing.price_slide import PriceSlide
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task

__all__ = ["FAMILY", "make"]


def make(draw: TaskDraw) -> Blueprint:
    """Return a task: two easy ones, two of medium difficulty and two hard ones in six."""
    return scenario_task(
        draw, (PriceSlide, EntranceSign, CorrectedOffer, DictatedSlide, HalfYearDeck, MinutesPack)
    )


FAMILY = OmniFamily(
    number=14,
    name="office_editing",
    title="Office editing",
    goal="Make or mend a deck, document or table so that it is right as it is shown.",
    area=Area.CREATION,
    make=make,
)
