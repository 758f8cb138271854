"""Insurance: claims that arrive as calls, photographs and papers, and what the policy allows."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.insurance.filmed_parcel import FilmedParcel
from m3bench_suites.builders.omni.service.insurance.paused_cover import PausedCover
from m3bench_suites.builders.omni.service.insurance.spoiled_shopping import SpoiledShopping
from m3bench_suites.builders.omni.service.insurance.water_damage import WaterDamage
from m3bench_suites.builders.omni.service.insurance.wrong_receipt import WrongReceipt
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=5,
    name="insurance",
    title="Insurance",
    goal="Settle claims from calls, photographs and papers as the policy allows.",
    kind=Area.SERVICE,
    tasks=(FilmedParcel, SpoiledShopping, PausedCover, SpoiledShopping, WrongReceipt, WaterDamage),
)
