"""The lists: runs, and the attempts of one run, filtered and page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.searching import call_texts, fields_text, folded_find, words_of
from m3bench.core import Trajectory
from m3bench.runs import Key

PAGE = 50
_MOST_HITS = 3
_AROUND = 60

View = dict[str, Any]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which attempts to list. What is empty does not matter."""

    query: str = ""
    status: str = ""
    outcome: str = ""
    family: str = ""
    checks: str = ""
    page: int = 0

    def takes(self, row: Row) -> bool:
        facts = row.facts
        return (
            self.status in ("", row.status)
            and self.family in ("", row.family)
            and (not self.checks or (facts is not None and facts.checks == self.checks))
            and (not self.outcome or (facts is not None and self.outcome in facts.outcomes))
        )


def run_view(run: RunIndex) -> View:
    """A run in the list of runs."""
    counted: View = run.once("counted", lambda: _counted(run))
    return {**counted, "unread": run.unread, "size": run.size, "problems": list(run.problems)}


def _counted(run: RunIndex) -> View:
    rows = run.rows()
    done = [row.facts for row in rows if row.facts]
    settings = run.manifest.settings if run.manifest else None
    checked = [facts.checks for facts in done if facts.checks]
    return {
        "name": run.name,
        "suite": settings.suite.name if settings else "",
        "agent": settings.agent if settings else "",
        "model": (settings.model.name or "") if settings else "",
        "created": run.manifest.created.isoformat() if run.manifest else "",
        "attempts": len(done),
        "planned": len(rows),
        "statuses": dict(Counter(facts.status for facts in done)),
        "checked": len(checked),
        "passed": checked.count("passed"),
        "undecided": checked.count("undecided"),
        "calls": sum(facts.calls for facts in done),
    }


def attempts_view(run: RunIndex, wanted: Wanted) -> View:
    """One page of a run's attempts, and by what they can be chosen."""
    count, rows = page_rows(run, wanted)
    words = words_of(wanted.query)
    return {
        "run": run_view(run),
        "rows": [_row_view(run, row, words) for row in rows],
        "found": count,
        "page": _page(wanted, count),
        "pages": max(1, -(-count // PAGE)),
        "per_page": PAGE,
        "choices": run.once("choices", lambda: _choices(run.rows())),
    }


def page_rows(run: RunIndex, wanted: Wanted) -> tuple[int, list[Row]]:
    """How many attempts are wanted, and those of the page."""
    found = _found(run, wanted)
    first = _page(wanted, len(found)) * PAGE
    return len(found), found[first : first + PAGE]


def neighbours(run: RunIndex, wanted: Wanted, key: Key) -> View:
    """The attempts before and after one, in the list that it was chosen from."""
    keys = [row.key for row in _found(run, wanted) if row.facts]
    place = keys.index(key) if key in keys else None
    previous = keys[place - 1] if place else None
    following = keys[place + 1] if place is not None and place + 1 < len(keys) else None
    return {"previous": previous, "next": following, "place": place, "count": len(keys)}


def _found(run: RunIndex, wanted: Wanted) -> list[Row]:
    words = words_of(wanted.query)
    rows = [row for row in run.rows() if wanted.takes(row)]
    if not words:
        return rows
    holding = run.holding(words)
    return [row for row in rows if row.number in holding]


def _page(wanted: Wanted, count: int) -> int:
    return min(max(0, wanted.page), max(0, (count - 1) // PAGE))


def _row_view(run: RunIndex, row: Row, words: tuple[bytes, ...]) -> View:
    shown: View = {
        "task": row.key.task_id,
        "epoch": row.key.epoch,
        "family": row.family,
        "status": row.status,
    }
    if row.facts is None:
        return shown
    hits = list(islice(_hits(run.record(row.facts).trajectory, words), _MOST_HITS + 1)) if words else []
    return {
        **shown,
        "seconds": row.facts.seconds,
        "steps": row.facts.steps,
        "calls": row.facts.calls,
        "outcomes": row.facts.outcomes,
        "checks": row.facts.checks,
        "tries": len(run.tries(row.key)),
        "place": row.facts.place,
        "hits": hits[:_MOST_HITS],
        "more_hits": len(hits) > _MOST_HITS,
    }


def _hits(trajectory: Trajectory, words: tuple[bytes, ...]) -> Iterator[View]:
    """Where the words stand, with what stands around them."""
    texts: list[tuple[int | None, str, str]] = [
        (None, "task", trajectory.task_id),
        (None, "answer", trajectory.answer or ""),
        (None, "form", fields_text(trajectory)),
    ]
    texts += [
        (number, where, text)
        for number, (_, call) in enumerate(trajectory.calls())
        for where, text in call_texts(call)
    ]
    for number, where, text in texts:
        places = [(place, word) for word in words if (place := folded_find(text, word)) >= 0]
        if places:
            place, word = places[0]
            yield {
                "call": number,
                "where": where,
                **_around(text, place, len(word.decode("utf-8", "replace"))),
            }


def _around(text: str, place: int, length: int) -> View:
    start, end = max(0, place - _AROUND), place + length + _AROUND
    return {
        "before": ("…" if start else "") + text[start:place],
        "hit": text[place : place + length],
        "after": text[place + length : end] + ("…" if end < len(text) else ""),
    }


def _choices(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """By what the attempts can be filtered, with how many there are of each."""
    statuses, families = Counter[str](), Counter[str]()
    outcomes, checks = Counter[str](), Counter[str]()
    for row in rows:
        statuses[row.status] += 1
        families[row.family] += 1
        if row.facts:
            outcomes.update(row.facts.outcomes.keys())
            checks[row.facts.checks] += 1
    counted = {"status": statuses, "outcome": outcomes, "family": families, "checks": checks}
    return {name: {key: found[key] for key in sorted(found) if key} for name, found in counted.items()}
