"""Two comparisons of MCPVerse: native with prompted calling, and retrieved servers with the other modes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from m3bench.hosting.mounting import MountKind
from m3bench.reports.published_verse import (
    NATIVE,
    PROMPTED,
    PublishedSuccess,
    published_calling,
    published_modes,
    published_retrieval,
)
from m3bench.reports.study import columns
from m3bench.reports.study.modes.outcome import Outcome
from m3bench.reports.study.modes.success import MODE, PUBLISHED, SERIES
from m3bench.reports.study.table import Cell, Column, Kind, Row, Table


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
    found: dict[tuple[str, str], dict[str, PublishedSuccess]] = defaultdict(dict)
    for each in published_calling():
        found[each.model, each.mode][each.calling] = each
    for (model, mode), pair in found.items():
        yield {**_calling_row(model, mode, pair[NATIVE].rate, pair[PROMPTED].rate), "published": True}


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
    rows = [_retrieval_row(each, outcomes) for each in own]
    theirs = _published_retrieval() if any(each.is_verse for each in own) else ()
    return columns.table("retrieval", "Retrieved servers", _RETRIEVAL, [*rows, *theirs])


def _retrieval_row(each: Outcome, outcomes: Iterable[Outcome]) -> Row:
    alike = [other for other in outcomes if _is_comparable(each, other)]
    modes = {other.mode: _rate(other) for other in alike}
    return {
        "series": each.series,
        "mode": each.mode,
        "retrieve": _rate(each),
        **{mode: modes.get(mode) for mode in ("oracle", "standard", "max")},
        "published": False,
    }


def _is_comparable(one: Outcome, other: Outcome) -> bool:
    return (one.run.suite_digest, one.series, one.calling) == (
        other.run.suite_digest,
        other.series,
        other.calling,
    )


def _published_retrieval() -> Iterator[Row]:
    rates = {(each.model, each.mode): each.rate for each in published_modes()}
    for each in published_retrieval():
        yield {
            "series": each.model,
            "mode": each.mode,
            "retrieve": each.rate,
            **{mode: rates.get((each.model, mode)) for mode in ("oracle", "standard", "max")},
            "published": True,
        }


def _success(key: str, title: str, definition: str) -> Column:
    return columns.number(key, title, definition, kind=Kind.SCORE)


_CALLING = (
    SERIES,
    MODE,
    _success("native", "Native", "SR with tools passed to the provider."),
    _success("prompted", "Prompted", "SR with tools described in the prompt."),
    Column(key="difference", title="Difference", kind=Kind.DIFFERENCE, definition="Prompted minus native."),
    PUBLISHED,
)
_RETRIEVAL = (
    SERIES,
    MODE,
    _success("retrieve", "Retrieved", "SR with the servers that were retrieved for each task."),
    _success("oracle", "Oracle", "SR with the servers that each task needs."),
    _success("standard", "Standard", "SR with the servers that any task needs."),
    _success("max", "Max", "SR with all servers."),
    PUBLISHED,
)
