"""The kinds of articles, in the order in which they may claim a short title."""

from m3bench_world.encyclopedia.kinds.countries import Countries, States
from m3bench_world.encyclopedia.kinds.elements import Elements
from m3bench_world.encyclopedia.kinds.films import Films, People
from m3bench_world.encyclopedia.kinds.foods import Foods
from m3bench_world.encyclopedia.kinds.generated_lists import GeneratedLists
from m3bench_world.encyclopedia.kinds.health import Diagnoses, Drugs
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.living import LivingThings
from m3bench_world.encyclopedia.kinds.organisations import Companies, ParkPages
from m3bench_world.encyclopedia.kinds.packages import Packages
from m3bench_world.encyclopedia.kinds.places import Landmarks, Places
from m3bench_world.encyclopedia.kinds.things import Geography, Lists, Software, Things
from m3bench_world.encyclopedia.kinds.wording import lowercase_title

KINDS: tuple[type[Kind], ...] = (
    LivingThings,
    Elements,
    Countries,
    Things,
    Software,
    States,
    Geography,
    Lists,
    GeneratedLists,
    Places,
    Landmarks,
    ParkPages,
    Foods,
    Companies,
    Drugs,
    Diagnoses,
    Films,
    People,
    Packages,
)

__all__ = ["KINDS", "Countries", "Films", "Kind", "Places", "lowercase_title"]
