"""Reliability of judges and thresholds, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from m3bench.judges.trust import Agreement, Calibration, ThresholdFit
from m3bench.reports.terminal.tables import plain_table, three_places
from m3bench.runs.judging import DimensionAgreement

_BAR = 20
_FEW_CASES = 30
_CURVE_STEP = 0.05
_FIELDS = {
    "cases": "Cases",
    "exact": "Exact",
    "within_one": "±1",
    "quadratic_kappa": "κ quadr.",
    "linear_kappa": "κ linear",
    "spearman": "Spearman",
    "difference": "Diff.",
}


def print_agreement(console: Console, dimensions: Sequence[DimensionAgreement]) -> None:
    """Print a table per dimension: judges against people, and people against each other."""
    for dimension in dimensions:
        table = plain_table()
        title = f"{dimension.dimension.replace('_', ' ')}, {dimension.labelled} labelled"
        table.add_column(title, overflow="fold")
        for title in _FIELDS.values():
            table.add_column(title, justify="right", no_wrap=True)
        for name, agreement in dimension.judges.items():
            table.add_row(Text(name), *_cells(agreement))
        if dimension.people:
            table.add_section()
        for names, agreement in dimension.people.items():
            table.add_row(Text(f"people: {names}"), *_cells(agreement))
        console.print(table)
        if max(agreement.cases for agreement in dimension.judges.values()) < _FEW_CASES:
            console.print(f"fewer than {_FEW_CASES} cases: these numbers are imprecise", style="dim")
        console.print()
    console.print(
        "Exact and ±1: share with the same grade, and with the same or an adjacent one. κ: agreement beyond "
        "chance. Diff.: judges minus people.",
        style="dim",
    )


def _cells(agreement: Agreement) -> list[str]:
    values = [getattr(agreement, name) for name in _FIELDS]
    return [str(value) if isinstance(value, int) else three_places(value) for value in values]


def print_calibration(console: Console, calibration: Calibration, encoder: str) -> None:
    """Print the agreement curve and the resulting thresholds."""
    table = plain_table()
    for title in ("τ", "as τ_weak", "", "as τ_strong", ""):
        table.add_column(title, no_wrap=True)
    stride = max(1, round(_CURVE_STEP / (calibration.curve[1].threshold - calibration.curve[0].threshold)))
    for point in calibration.curve[::stride]:
        weak, strong = (f"{point.weak:.3f}", _bar(point.weak)), (f"{point.strong:.3f}", _bar(point.strong))
        table.add_row(f"{point.threshold:.2f}", *weak, *strong)
    console.print(table)
    counts = ", ".join(f"{count} {label.replace('_', ' ')}" for label, count in calibration.labels.items())
    console.print(f"\n{calibration.pairs} pairs: {counts}; encoder {encoder}")
    _print_fit(console, "best", calibration.best)
    _print_fit(console, "usual", calibration.usual)
    console.print(
        f"{calibration.level:.0%} interval over {calibration.resamples} resamples of the pairs: "
        f"τ_weak {_span(calibration.weak_interval)}, τ_strong {_span(calibration.strong_interval)}; "
        f"{calibration.tied} pairs of thresholds are as good as the best"
    )


def _print_fit(console: Console, title: str, fit: ThresholdFit) -> None:
    console.print(
        f"{title}: τ_weak {fit.weak:g}, τ_strong {fit.strong:g}: {fit.agreement:.1%} of the labels, "
        f"quadratic κ {three_places(fit.kappa)}"
    )


def _span(interval: tuple[float, float]) -> str:
    return f"{interval[0]:g} to {interval[1]:g}"


def _bar(share: float) -> str:
    return "█" * round(share * _BAR)
