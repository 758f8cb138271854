"""Two comparisons of MCPVerse: native with prompted calling, and retrieved servers with the other modes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from m3bench.hosting.mounting import MountKind
from m3bench.reports.published_verse import (
    NATIVE,
    PROMPTED,
    published_calling,
    published_modes,
    published_retrieval,
)
from m3bench.reports.study import columns
from m3bench.reports.study.modes.outcome import Outcome
from m3bench.reports.study.modes.success import MODE, SERIES
from m3bench.reports.study.run import grouped
from m3bench.reports.study.table import Cell, Row, Table

_OTHERS = ("oracle", "standard", "max")
"""The modes that retrieval is compared with."""


def calling_table(outcomes: Sequence[Outcome]) -> Table | None:
    """Compare runs of one agent in one mode that differ in how tools are offered; None without any."""
    pairs: dict[tuple[str, str, str], dict[str, Outcome]] = defaultdict(dict)
    for outcome in outcomes:
        if outcome.calling is not None:
            pairs[outcome.run.suite_digest, outcome.series, outcome.mode][outcome.calling] = outcome
    own = [pair for pair in pairs.values() if {NATIVE, PROMPTED} <= pair.keys()]
    if not own:
        return None
    rows = [
        _calling_row(pair[NATIVE].series, pair[NATIVE].mode, _rate(pair[NATIVE]), _rate(pair[PROMPTED]))
        for pair in own
    ]
    theirs = _published_calling() if any(pair[NATIVE].is_verse for pair in own) else ()
    return columns.table("calling", "Native and prompted calling", _CALLING, [*rows, *theirs])


def _rate(outcome: Outcome) -> float | None:
    """Return SR, or success where a level is missing."""
    return outcome.run.result.success if outcome.rate is None else outcome.rate


def _published_calling() -> Iterator[Row]:
    rates: dict[tuple[str, str], dict[str, float | None]] = defaultdict(dict)
    for success in published_calling():
        rates[success.model, success.mode][success.calling] = success.rate
    for (model, mode), pair in rates.items():
        yield {**_calling_row(model, mode, pair[NATIVE], pair[PROMPTED]), "published": True}


def _calling_row(series: str, mode: str, native: float | None, prompted: float | None) -> dict[str, Cell]:
    return {
        "series": series,
        "mode": mode,
        "native": native,
        "prompted": prompted,
        "difference": None if native is None or prompted is None else prompted - native,
        "published": False,
    }


def retrieval_table(outcomes: Sequence[Outcome]) -> Table | None:
    """Compare runs with retrieved servers with those in other modes; None without any."""
    own = [outcome for outcome in outcomes if outcome.kind is MountKind.RETRIEVE]
    if not own:
        return None
    alike = grouped(outcomes, _compared)
    rows: list[Row] = [
        {
            **columns.cells(outcome, "series", "mode"),
            "retrieve": _rate(outcome),
            **{other.mode: _rate(other) for other in alike[_compared(outcome)] if other.mode in _OTHERS},
            "published": False,
        }
        for outcome in own
    ]
    theirs = _published_retrieval() if any(outcome.is_verse for outcome in own) else ()
    return columns.table("retrieval", "Retrieved servers", _RETRIEVAL, [*rows, *theirs])


def _compared(outcome: Outcome) -> tuple[str, str, str | None]:
    """Return what runs have in common that differ in their mode only."""
    return outcome.run.suite_digest, outcome.series, outcome.calling


def _published_retrieval() -> Iterator[Row]:
    rates = {(success.model, success.mode): success.rate for success in published_modes()}
    for success in published_retrieval():
        yield {
            "series": success.model,
            "mode": success.mode,
            "retrieve": success.rate,
            **{mode: rates.get((success.model, mode)) for mode in _OTHERS},
            "published": True,
        }


_CALLING = (
    SERIES,
    MODE,
    columns.rate("native", "Native", "SR with tools passed to the provider."),
    columns.rate("prompted", "Prompted", "SR with tools described in the prompt."),
    columns.difference("difference", "Difference", "Prompted minus native."),
    columns.PUBLISHED,
)
_RETRIEVAL = (
    SERIES,
    MODE,
    columns.rate("retrieve", "Retrieved", "SR with the servers that were retrieved for each task."),
    columns.rate("oracle", "Oracle", "SR with the servers that each task needs."),
    columns.rate("standard", "Standard", "SR with the servers that any task needs."),
    columns.rate("max", "Max", "SR with all servers."),
    columns.PUBLISHED,
)
