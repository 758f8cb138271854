"""Agreement between auditors, corrected for chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from m3bench.apps.audit.decisions import Verdict
from m3bench.apps.audit.state import AuditState
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


def agreement_share(pairs: Sequence[tuple[str, str]]) -> float | None:
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else None


def agreements(states: Mapping[str, Mapping[str, AuditState]]) -> list[Agreement]:
    """Compare each two auditors by their first verdicts, which were given without seeing those of others."""
    verdicts: dict[str, dict[str, Verdict]] = {}
    for judged, people in states.items():
        for name, state in people.items():
            if state.first != "open":
                verdicts.setdefault(name, {})[judged] = state.first
    return [_compare(one, other, verdicts) for one, other in combinations(sorted(verdicts), 2)]


def _compare(one: str, other: str, verdicts: Mapping[str, Mapping[str, Verdict]]) -> Agreement:
    common = [judged for judged in verdicts[one] if judged in verdicts[other]]
    pairs = [(verdicts[one][judged], verdicts[other][judged]) for judged in common]
    return Agreement(one, other, len(pairs), agreement_share(pairs), cohens_kappa(pairs))
