"""Hotel: wishes by telephone, stays that are moved or approved, a pantry with cameras, cards and groups."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.hotel.approval import ApprovedStay
from m3bench_suites.builders.omni.service.hotel.card import WelcomeCard
from m3bench_suites.builders.omni.service.hotel.move import MovedStay
from m3bench_suites.builders.omni.service.hotel.pantry import PantryBill
from m3bench_suites.builders.omni.service.hotel.party import WeddingParty
from m3bench_suites.builders.omni.service.hotel.telephone import TelephoneWish
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=8,
    name="hotel",
    title="Hotel",
    goal="Serve guests before and during their stay, from calls, forms, films and lists.",
    kind=Area.SERVICE,
    tasks=(TelephoneWish, PantryBill, WelcomeCard, ApprovedStay, MovedStay, WeddingParty),
)
