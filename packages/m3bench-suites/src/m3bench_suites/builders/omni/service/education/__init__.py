"""Education: courses, results and lessons, from calls, photographs, letters, forms and films."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.education.cooking import RecipeCard
from m3bench_suites.builders.omni.service.education.courses import EmployerPays, LaterDate
from m3bench_suites.builders.omni.service.education.illness import SickNote
from m3bench_suites.builders.omni.service.education.papers import EmployerForm
from m3bench_suites.builders.omni.service.education.results import SupportList
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=1,
    name="education",
    title="Education",
    goal="Look after students and teachers as calls, photographs, letters, forms and films require.",
    kind=Area.SERVICE,
    tasks=(LaterDate, SupportList, EmployerPays, RecipeCard, SickNote, EmployerForm),
)
