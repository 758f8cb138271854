"""How far two people agree, beyond what chance would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from m3bench.apps.audit.decisions import Verdict
from m3bench.apps.audit.standing import Standing
from m3bench.statistics import cohens_kappa


class Agreement(msgspec.Struct, frozen=True):
    """Two auditors on the references that both have judged."""

    one: str
    other: str
    items: int
    share: float | None
    """Of items with the same verdict; None where there are none."""
    kappa: float | None
    """Cohen's; None where chance alone would agree always, or where there are no items."""


def share_of_agreement(pairs: Sequence[tuple[str, str]]) -> float | None:
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else None


def agreements(standings: Mapping[str, Mapping[str, Standing]]) -> list[Agreement]:
    """Every two auditors by their first verdicts: those were given without seeing the other's."""
    verdicts: dict[str, dict[str, Verdict]] = {}
    for judged, people in standings.items():
        for name, standing in people.items():
            if standing.first != "open":
                verdicts.setdefault(name, {})[judged] = standing.first
    return [_between(one, other, verdicts) for one, other in combinations(sorted(verdicts), 2)]


def _between(one: str, other: str, verdicts: Mapping[str, Mapping[str, Verdict]]) -> Agreement:
    common = [judged for judged in verdicts[one] if judged in verdicts[other]]
    pairs = [(verdicts[one][judged], verdicts[other][judged]) for judged in common]
    return Agreement(one, other, len(pairs), share_of_agreement(pairs), cohens_kappa(pairs))
