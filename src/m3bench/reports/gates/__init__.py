"""Thresholds that scores must reach, for continuous integration."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.reports.gates.gate import Gate, check_gates, gate_lines, gates_to_dict
    from m3bench.reports.gates.threshold import METRIC_NAMES, Threshold, read_thresholds, require_groups
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "METRIC_NAMES",
    "Gate",
    "Threshold",
    "check_gates",
    "gate_lines",
    "gates_to_dict",
    "read_thresholds",
    "require_groups",
]
