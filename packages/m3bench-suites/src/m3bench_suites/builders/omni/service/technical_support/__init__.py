"""Technical support: films of faults, recordings of screens, calls, labels and terms."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.technical_support.apps import AppError, HelpCard
from m3bench_suites.builders.omni.service.technical_support.faults import FaultTicket
from m3bench_suites.builders.omni.service.technical_support.outages import OutageCredit
from m3bench_suites.builders.omni.service.technical_support.visits import TechnicianVisit
from m3bench_suites.builders.omni.service.technical_support.warranty import WarrantyClaim
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=6,
    name="technical_support",
    title="Technical support",
    goal="Help with devices and apps that fail, from films, calls and papers, as plans and terms allow.",
    kind=Area.SERVICE,
    tasks=(FaultTicket, WarrantyClaim, AppError, OutageCredit, HelpCard, TechnicianVisit),
)
