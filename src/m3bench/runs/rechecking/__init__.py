"""Rechecks: the checks of a finished run once more, here or in workers."""

from m3bench.runs.rechecking.recheck import RecheckResult, recheck_run

__all__ = ["RecheckResult", "recheck_run"]
