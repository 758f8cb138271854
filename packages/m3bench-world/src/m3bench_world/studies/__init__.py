"""Clinical trials in detail, and the organizations, interventions and biomarkers of the registers."""

from m3bench_world.studies.entities import (
    Arm,
    Intervention,
    Marker,
    Organization,
    Outcome,
    Protocol,
    StudySite,
)
from m3bench_world.studies.studies import Studies

__all__ = ["Arm", "Intervention", "Marker", "Organization", "Outcome", "Protocol", "Studies", "StudySite"]
