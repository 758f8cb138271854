"""Running things: bundled servers, and saved trajectories sent through them again."""

from m3bench.runs.bundled import BUNDLED, PROOFS, THIRD_PARTY, BundledHost, bundled_lease, bundled_spec
from m3bench.runs.lookup import Finding, look_up
from m3bench.runs.replay import ReplayedCall, replay

__all__ = [
    "BUNDLED",
    "PROOFS",
    "THIRD_PARTY",
    "BundledHost",
    "Finding",
    "ReplayedCall",
    "bundled_lease",
    "bundled_spec",
    "look_up",
    "replay",
]
