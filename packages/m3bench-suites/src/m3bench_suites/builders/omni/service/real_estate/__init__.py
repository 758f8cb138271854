"""Real estate: leases to sign, viewings, rents and deposits, and advertisements of flats."""

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.real_estate.advertisement import FlatCard
from m3bench_suites.builders.omni.service.real_estate.deposit import DepositReturn
from m3bench_suites.builders.omni.service.real_estate.late_fee import LateFee
from m3bench_suites.builders.omni.service.real_estate.opening import LeaseOpening
from m3bench_suites.builders.omni.service.real_estate.signature import SignedLease
from m3bench_suites.builders.omni.service.real_estate.viewing import PrivateViewing

_SCENARIOS = (SignedLease, PrivateViewing, LateFee, FlatCard, DepositReturn, LeaseOpening)


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, _SCENARIOS)


FAMILY = OmniFamily(
    number=9,
    name="real_estate",
    title="Real estate",
    goal="Sign leases, arrange viewings, and settle rents and deposits, from papers, photographs and calls.",
    area=Area.SERVICE,
    make=make,
)

__all__ = ["FAMILY"]
