"""Compare scores with thresholds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from m3bench.core.text import plural
from m3bench.reports.gates.measured import Measured, measure_files, measure_run
from m3bench.reports.gates.threshold import Threshold
from m3bench.runs import RunResult
from m3bench.scoring import ScoreReport

_ROUNDING = 1e-9


class Gate(msgspec.Struct, frozen=True):
    """A threshold, and whether it was reached."""

    threshold: Threshold
    measured: Measured

    @property
    def is_met(self) -> bool:
        """Whether the value is known and large enough."""
        value = self.measured.value
        return value is not None and not math.isnan(value) and value >= self.threshold.least - _ROUNDING

    @property
    def line(self) -> str:
        """One line for people."""
        verdict = "met" if self.is_met else "NOT met"
        value, least = self.measured.value, self.threshold.least
        if value is None or math.isnan(value):
            return f"gate {verdict}: {self.threshold.name} was not measured, {least:g} needed"
        sign = "≥" if self.is_met else "<"
        return f"gate {verdict}: {self.threshold.name} {value:.3f} {sign} {least:g}{self._remark}"

    @property
    def _remark(self) -> str:
        measured = self.measured
        if not measured.unscored:
            return ""
        counted = f" ({measured.unscored} of {plural(measured.attempts, 'attempt')} not scored"
        if measured.scored_only is None:
            return f"{counted}, counted as failed)"
        return f"{counted}, counted as zero; {measured.scored_only:.3f} without them)"


def check_gates(
    thresholds: Sequence[Threshold], report: ScoreReport | None, result: RunResult | None = None
) -> tuple[Gate, ...]:
    """Compare the scores of a run, or of predictions, with thresholds.

    Args:
        thresholds: The thresholds.
        report: The scores; None if nothing could be scored.
        result: The run; None for predictions of a file.
    """
    return tuple(Gate(threshold, _measure(threshold, report, result)) for threshold in thresholds)


def _measure(threshold: Threshold, report: ScoreReport | None, result: RunResult | None) -> Measured:
    if result is not None:
        return measure_run(threshold, result, report)
    return Measured(None) if report is None else measure_files(threshold, report)


def gate_lines(gates: Sequence[Gate]) -> Iterator[str]:
    """Yield a line for each gate."""
    yield from (gate.line for gate in gates)


def gates_to_dict(gates: Sequence[Gate]) -> list[dict[str, Any]]:
    """Return gates for a JSON document."""
    return [
        {
            "name": gate.threshold.name,
            "least": gate.threshold.least,
            "value": gate.measured.value,
            "attempts": gate.measured.attempts,
            "unscored": gate.measured.unscored,
            "met": gate.is_met,
        }
        for gate in gates
    ]
