"""Government: forms on paper and on screen, appointments, claims, and papers that are made public."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.government.applications import FilledApplication
from m3bench_suites.builders.omni.service.government.appointments import InterpreterWanted
from m3bench_suites.builders.omni.service.government.claims import DelayClaim
from m3bench_suites.builders.omni.service.government.complaints import PublicComplaint
from m3bench_suites.builders.omni.service.government.mistaken_number import MistakenNumber
from m3bench_suites.builders.omni.service.government.scans import ScannedForm
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=3,
    name="government",
    title="Government",
    goal="File, fill in, redact and settle what citizens send, as the rules of the office say.",
    kind=Area.SERVICE,
    tasks=(ScannedForm, FilledApplication, InterpreterWanted, PublicComplaint, MistakenNumber, DelayClaim),
)
