"""Medicine: visits, diaries, packages, consents and parcels of a clinic."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.medicine.consents import Consent
from m3bench_suites.builders.omni.service.medicine.diaries import DiaryReview
from m3bench_suites.builders.omni.service.medicine.packages import PhotographedMedicines
from m3bench_suites.builders.omni.service.medicine.parcels import IncompleteParcel
from m3bench_suites.builders.omni.service.medicine.rooms import ClosedRoom
from m3bench_suites.builders.omni.service.medicine.visits import MovedVisit
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=4,
    name="medicine",
    title="Medicine",
    goal="Look after visits, medicines, papers and parcels of patients as the rules of the clinic say.",
    kind=Area.SERVICE,
    tasks=(MovedVisit, Consent, PhotographedMedicines, DiaryReview, ClosedRoom, IncompleteParcel),
)
