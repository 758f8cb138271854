"""Blind preferences between two trajectories."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal

import msgspec

from m3bench.statistics import wilson_interval

Side = Literal["a", "b", "tie"]
FirstShown = Literal["original", "consolidated"]
Choice = FirstShown | Literal["tie"]


class Preference(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One choice of one person."""

    task: str
    compared: str
    """The digest of the two trajectories and the request."""
    auditor: str
    at: str
    choice: Choice
    first: FirstShown
    """Which of the two was shown as A."""


class Rate(msgspec.Struct, frozen=True):
    """A share with its Wilson interval; None if there is nothing to count."""

    hits: int
    total: int
    share: float | None
    low: float | None
    high: float | None


class PreferenceReport(msgspec.Struct, frozen=True):
    """How often the consolidated trajectory was preferred."""

    cases: Rate
    """Of all choices, including ties."""
    decided: Rate
    """Of the choices without ties."""
    ties: int
    people: int
    first_chosen: Rate
    """How often A was chosen, without ties. A value far from one half shows a position bias."""


def consolidated_first(seed: int, person: str, task: str) -> bool:
    """Return which trajectory is shown first: a fixed coin flip for each person and pair."""
    drawn = hashlib.sha256(f"{seed}\0{person}\0{task}".encode("utf-8", "surrogatepass")).digest()
    return bool(drawn[0] & 1)


def rate(hits: int, total: int) -> Rate:
    low, high = wilson_interval(hits, total) or (None, None)
    return Rate(hits, total, hits / total if total else None, low, high)


def latest(preferences: Iterable[Preference]) -> list[Preference]:
    """Return the last choice of each person on each pair."""
    return list({(choice.auditor, choice.compared): choice for choice in preferences}.values())


def preference_report(preferences: Iterable[Preference]) -> PreferenceReport:
    counted = latest(preferences)
    decided = [choice for choice in counted if choice.choice != "tie"]
    wins = sum(choice.choice == "consolidated" for choice in decided)
    return PreferenceReport(
        cases=rate(wins, len(counted)),
        decided=rate(wins, len(decided)),
        ties=len(counted) - len(decided),
        people=len({choice.auditor for choice in counted}),
        first_chosen=rate(sum(choice.choice == choice.first for choice in decided), len(decided)),
    )
