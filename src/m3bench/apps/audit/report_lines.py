"""The text of audit reports."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from m3bench.apps.audit.decisions import AuditState, Verdict
from m3bench.apps.audit.outcomes import AuditOutcome
from m3bench.apps.audit.preference import PreferenceReport, Rate
from m3bench.core.text import plural
from m3bench.statistics import cohens_kappa


class Agreement(msgspec.Struct, frozen=True):
    """The agreement of two auditors on the references that both have judged."""

    one: str
    other: str
    items: int
    share: float | None
    """The share of items with the same verdict; None if there are no items."""
    kappa: float | None
    """Cohen's kappa; None if it is undefined."""


def agreements(states: Mapping[str, Mapping[str, AuditState]]) -> list[Agreement]:
    """Compare each two auditors by their first verdicts, which were given without seeing those of others."""
    verdicts: dict[str, dict[str, Verdict]] = defaultdict(dict)
    for judged, people in states.items():
        for name, state in people.items():
            if state.first != "open":
                verdicts[name][judged] = state.first
    return [_compare(first, second, verdicts) for first, second in combinations(sorted(verdicts), 2)]


def _compare(first: str, second: str, verdicts: Mapping[str, Mapping[str, Verdict]]) -> Agreement:
    common = [judged for judged in verdicts[first] if judged in verdicts[second]]
    pairs = [(verdicts[first][judged], verdicts[second][judged]) for judged in common]
    share = sum(first == second for first, second in pairs) / len(pairs) if pairs else None
    return Agreement(first, second, len(pairs), share, cohens_kappa(pairs))


def audit_lines(outcomes: Sequence[AuditOutcome], agreed: Sequence[Agreement], stale: int) -> Iterator[str]:
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
    yield from map(_agreement_line, agreed)
    if not agreed:
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


def _agreement_line(agreed: Agreement) -> str:
    who = f"{agreed.one} and {agreed.other}"
    if agreed.share is None:
        return f"{who} have judged no reference in common."
    always = "undefined (both always gave the same verdict)"
    kappa = always if agreed.kappa is None else f"{agreed.kappa:.3f}"
    items = plural(agreed.items, "reference")
    return f"{who} agree on {100 * agreed.share:.1f} % of {items}; Cohen's kappa {kappa}."


def _rate(rate: Rate) -> str:
    if rate.share is None or rate.low is None or rate.high is None:
        return "none"
    return (
        f"{100 * rate.share:.2f} % ({rate.hits}/{rate.total}; 95 % Wilson "
        f"{100 * rate.low:.1f}–{100 * rate.high:.1f})"
    )
