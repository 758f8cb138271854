"""The text of audit reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.apps.audit.agreement import Agreement
from m3bench.apps.audit.outcomes import AuditOutcome
from m3bench.apps.audit.preference import PreferenceReport, Rate


def audit_lines(outcomes: Sequence[AuditOutcome], found: Sequence[Agreement], stale: int) -> Iterator[str]:
    """Yield the counts, the conflicts and rejections, and the agreement between auditors."""
    counts = Counter(outcome.status for outcome in outcomes)
    yield (
        f"{len(outcomes)} references: {counts['approved']} approved, {counts['rejected']} rejected, "
        f"{counts['conflict']} in conflict, {counts['open']} open."
    )
    for status in ("conflict", "rejected"):
        yield from (
            f"{status}: {outcome.item.name}: {outcome.reason}"
            for outcome in outcomes
            if outcome.status == status
        )
    if stale:
        yield f"{stale} verdicts do not count, because their references have changed."
    for one in found:
        yield _agreement_line(one)
    if not found:
        yield "Agreement needs verdicts of two people."


def preference_lines(report: PreferenceReport, pairs: int) -> Iterator[str]:
    yield f"{report.cases.total} choices by {report.people} people over {pairs} pairs, {report.ties} ties."
    if report.cases.total == 0:
        return
    yield f"Consolidated preferred in {_rate(report.cases)} of all cases."
    if report.ties and report.decided.total:
        yield f"Without ties: {_rate(report.decided)}."
    if report.decided.total:
        yield f"A was chosen in {_rate(report.first_chosen)} (about half, if the position does not matter)."


def _agreement_line(one: Agreement) -> str:
    who = f"{one.one} and {one.other}"
    if one.share is None:
        return f"{who} have judged no reference in common."
    kappa = "undefined (both always gave the same verdict)" if one.kappa is None else f"{one.kappa:.3f}"
    noun = "reference" if one.items == 1 else "references"
    return f"{who} agree on {100 * one.share:.1f} % of {one.items} {noun}; Cohen's kappa {kappa}."


def _rate(rate: Rate) -> str:
    if rate.share is None or rate.low is None or rate.high is None:
        return "none"
    return (
        f"{100 * rate.share:.2f} % ({rate.hits}/{rate.total}; 95 % Wilson "
        f"{100 * rate.low:.1f}–{100 * rate.high:.1f})"
    )
