"""Telecom: lines, bills and tariffs, from calls, recordings of screens, leaflets and contracts."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.telecom.bills import RedactedBill
from m3bench_suites.builders.omni.service.telecom.fees import FailedPayment
from m3bench_suites.builders.omni.service.telecom.moves import MovedLine
from m3bench_suites.builders.omni.service.telecom.tariffs import FittingTariff, PromisedPrice
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=12,
    name="telecom",
    title="Telecom",
    goal="Look after lines, bills and tariffs as calls, recordings and papers require and rules allow.",
    kind=Area.SERVICE,
    tasks=(FailedPayment, FittingTariff, PromisedPrice, RedactedBill, MovedLine),
)
