"""Preflight checks: whether tools and their results reach an agent and its model, before a run."""

from m3bench.runs.preflight.check import check_agent, require_preflight
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes import PROBES, Finding, Probe

__all__ = ["PROBES", "Codes", "Finding", "Probe", "check_agent", "require_preflight"]
