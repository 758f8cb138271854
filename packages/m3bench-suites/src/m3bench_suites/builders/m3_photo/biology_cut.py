"""Biology Cut, on photographs."""

from m3bench_suites.builders.m3 import biology_cut
from m3bench_suites.builders.m3_photo.naming import with_species

FAMILY = with_species(biology_cut.FAMILY)
