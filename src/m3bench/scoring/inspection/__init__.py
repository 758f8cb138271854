"""Whether an agent looked at its own work after the last change, as the trace tells."""

from m3bench.scoring.inspection.inspection import Inspection, InspectionLevel, inspect_artefacts
from m3bench.scoring.inspection.sabotage import SabotageResponse, sabotage_response
from m3bench.scoring.inspection.targets import artefact_patterns

__all__ = [
    "Inspection",
    "InspectionLevel",
    "SabotageResponse",
    "artefact_patterns",
    "inspect_artefacts",
    "sabotage_response",
]
