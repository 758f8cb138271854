"""Real estate: leases to sign, viewings, rents and deposits, and advertisements of flats."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.real_estate.advertisement import FlatCard
from m3bench_suites.builders.omni.service.real_estate.deposit import DepositReturn
from m3bench_suites.builders.omni.service.real_estate.late_fee import LateFee
from m3bench_suites.builders.omni.service.real_estate.opening import LeaseOpening
from m3bench_suites.builders.omni.service.real_estate.signature import SignedLease
from m3bench_suites.builders.omni.service.real_estate.viewing import PrivateViewing
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=9,
    name="real_estate",
    title="Real estate",
    goal="Sign leases, arrange viewings, and settle rents and deposits, from papers, photographs and calls.",
    kind=Area.SERVICE,
    tasks=(SignedLease, PrivateViewing, LateFee, FlatCard, DepositReturn, LeaseOpening),
)
