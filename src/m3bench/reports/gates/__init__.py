"""Thresholds that scores must reach, for continuous integration."""

from m3bench.reports.gates.gate import Gate, check_gates, gate_lines, gates_to_dict
from m3bench.reports.gates.threshold import METRIC_NAMES, Threshold, read_thresholds, require_groups

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
