"""Banking: cards, fees, transfers and slips that do not agree with the account."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.banking.cards import LostCard
from m3bench_suites.builders.omni.service.banking.fees import FeeRequests
from m3bench_suites.builders.omni.service.banking.slips import WrongAmount
from m3bench_suites.builders.omni.service.banking.transfers import TransferOrder
from m3bench_suites.builders.omni.service.banking.unclear_amount import UnclearAmount
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=11,
    name="banking",
    title="Banking",
    goal="Block cards, waive fees, correct amounts and carry out orders as the bank's rules say.",
    kind=Area.SERVICE,
    tasks=(LostCard, UnclearAmount, WrongAmount, FeeRequests, TransferOrder),
)
