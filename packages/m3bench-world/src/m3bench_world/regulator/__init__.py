"""What a regulator publishes: approvals, labels, safety reports, recalls, shortages, device reports."""

from m3bench_world.regulator.entities import (
    Application,
    DeviceReport,
    Recall,
    RecallEntry,
    ReportCounts,
    SafetyReport,
    Shortage,
    Submission,
)
from m3bench_world.regulator.regulator import Regulator

__all__ = [
    "Application",
    "DeviceReport",
    "Recall",
    "RecallEntry",
    "Regulator",
    "ReportCounts",
    "SafetyReport",
    "Shortage",
    "Submission",
]
