"""Whether an agent looked at its own work after the last change, as the trace tells."""

from m3bench.scoring.self_review.sabotage import SabotageResponse, sabotage_response
from m3bench.scoring.self_review.self_review import SelfReview, SelfReviewLevel, find_self_review
from m3bench.scoring.self_review.targets import artefact_patterns

__all__ = [
    "SabotageResponse",
    "SelfReview",
    "SelfReviewLevel",
    "artefact_patterns",
    "find_self_review",
    "sabotage_response",
]
