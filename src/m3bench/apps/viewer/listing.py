"""Lists of runs, and of the attempts of a run, filtered and by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.search import call_texts, fields_text, folded_find, words_of
from m3bench.core import Trajectory
from m3bench.runs import Key

PAGE = 50
_MAX_HITS = 3
_AROUND = 60

View = dict[str, Any]


class AttemptFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter of attempts. Empty fields match everything."""

    query: str = ""
    status: str = ""
    outcome: str = ""
    family: str = ""
    checks: str = ""
    page: int = 0

    def matches(self, row: Row) -> bool:
        facts = row.facts
        return (
            self.status in ("", row.status)
            and self.family in ("", row.family)
            and (not self.checks or (facts is not None and facts.checks == self.checks))
            and (not self.outcome or (facts is not None and self.outcome in facts.outcomes))
        )


def run_view(run: RunIndex) -> View:
    """Return a run for the list of runs."""
    counts: View = run.cached("counted", lambda: _counts(run))
    return {**counts, "unread": run.unread, "size": run.size, "problems": list(run.problems)}


def _counts(run: RunIndex) -> View:
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


def attempts_view(run: RunIndex, wanted: AttemptFilter) -> View:
    """Return one page of a run's attempts, and the values to filter by."""
    count, rows = page_rows(run, wanted)
    words = words_of(wanted.query)
    return {
        "run": run_view(run),
        "rows": [_row_view(run, row, words) for row in rows],
        "found": count,
        "page": _page(wanted, count),
        "pages": max(1, -(-count // PAGE)),
        "per_page": PAGE,
        "choices": run.cached("choices", lambda: _choices(run.rows())),
    }


def page_rows(run: RunIndex, wanted: AttemptFilter) -> tuple[int, list[Row]]:
    """Return the number of matching attempts, and those of the page."""
    found = _matching(run, wanted)
    first = _page(wanted, len(found)) * PAGE
    return len(found), found[first : first + PAGE]


def neighbours(run: RunIndex, wanted: AttemptFilter, key: Key) -> View:
    """Return the attempts before and after one in the filtered list."""
    keys = [row.key for row in _matching(run, wanted) if row.facts]
    place = keys.index(key) if key in keys else None
    previous = keys[place - 1] if place else None
    following = keys[place + 1] if place is not None and place + 1 < len(keys) else None
    return {"previous": previous, "next": following, "place": place, "count": len(keys)}


def _matching(run: RunIndex, wanted: AttemptFilter) -> list[Row]:
    words = words_of(wanted.query)
    rows = [row for row in run.rows() if wanted.matches(row)]
    if not words:
        return rows
    numbers = run.find(words)
    return [row for row in rows if row.number in numbers]


def _page(wanted: AttemptFilter, count: int) -> int:
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
    hits = list(islice(_hits(run.record(row.facts).trajectory, words), _MAX_HITS + 1)) if words else []
    return {
        **shown,
        "seconds": row.facts.seconds,
        "steps": row.facts.steps,
        "calls": row.facts.calls,
        "outcomes": row.facts.outcomes,
        "checks": row.facts.checks,
        "tries": len(run.tries(row.key)),
        "place": row.facts.place,
        "hits": hits[:_MAX_HITS],
        "more_hits": len(hits) > _MAX_HITS,
    }


def _hits(trajectory: Trajectory, words: tuple[bytes, ...]) -> Iterator[View]:
    """Yield the places of the words with the text around them."""
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
    """Return the values to filter by, with the number of attempts for each."""
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
