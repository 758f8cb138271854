"""Office editing: decks, documents and tables that are right only as they are printed or presented."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.office_editing.corrected_slides import DictatedSlide, EntranceSign
from m3bench_suites.builders.omni.creation.office_editing.half_year import HalfYearDeck
from m3bench_suites.builders.omni.creation.office_editing.minutes import MinutesPack
from m3bench_suites.builders.omni.creation.office_editing.offer import CorrectedOffer
from m3bench_suites.builders.omni.creation.office_editing.price_slide import PriceSlide
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=14,
    name="office_editing",
    title="Office editing",
    goal="Make or mend a deck, document or table so that it is right as it is shown.",
    kind=Area.CREATION,
    tasks=(PriceSlide, EntranceSign, CorrectedOffer, DictatedSlide, HalfYearDeck, MinutesPack),
)
