"""Lists of runs, and of the attempts of a run, filtered and by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

import msgspec

from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.search import call_texts, fields_text, folded_find, words_of
from m3bench.apps.viewer.summary import NO_FIGURES, run_figures, run_identity
from m3bench.apps.viewer.values import View, attributes
from m3bench.core import Trajectory
from m3bench.runs import Key

PAGE = 50
_MAX_HITS = 3
_AROUND = 60


class AttemptFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter of attempts. Empty fields match everything."""

    query: str = ""
    status: str = ""
    outcome: str = ""
    family: str = ""
    checks: str = ""
    sort: str = ""
    """A column of the list, with `-` for descending order."""
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
    if not run.opened:
        figures: View = {**NO_FIGURES, "name": run.name}
    elif not run.is_read:
        figures = {**NO_FIGURES, **run_identity(run)}
    else:
        figures = run.cached("counted", lambda: run_figures(run))
    return {
        **figures,
        **attributes(run, "unread", "size"),
        "problems": list(run.problems),
        "pending": not run.is_read,
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


def every_row(run: RunIndex) -> list[View]:
    """Return all attempts of a run for its list."""
    return [_row_view(run, row, ()) for row in run.rows()]


def page_rows(run: RunIndex, wanted: AttemptFilter) -> tuple[int, list[Row]]:
    """Return the number of matching attempts, and those of the page."""
    rows = _matching(run, wanted)
    first = _page(wanted, len(rows)) * PAGE
    return len(rows), rows[first : first + PAGE]


def neighbours(run: RunIndex, wanted: AttemptFilter, key: Key) -> View:
    """Return the attempts before and after one in the filtered list."""
    keys = [row.key for row in _matching(run, wanted) if row.facts]
    index = keys.index(key) if key in keys else None
    previous = keys[index - 1] if index else None
    following = keys[index + 1] if index is not None and index + 1 < len(keys) else None
    return {"previous": previous, "next": following, "place": index, "count": len(keys)}


def _matching(run: RunIndex, wanted: AttemptFilter) -> list[Row]:
    words = words_of(wanted.query)
    rows = [row for row in run.rows() if wanted.matches(row)]
    if words:
        numbers = run.find(words)
        rows = [row for row in rows if row.number in numbers]
    return _sorted(run, rows, wanted.sort)


def _sorted(run: RunIndex, rows: list[Row], sort: str) -> list[Row]:
    """Sort by a column. Attempts without a value come last in both directions."""
    column = _COLUMNS.get(sort.removeprefix("-"))
    if column is None:
        return rows
    valued = [(value, row) for row in rows if (value := column(run, row)) not in (None, "")]
    valued.sort(key=itemgetter(0), reverse=sort.startswith("-"))
    known = {row.key for _, row in valued}
    return [*(row for _, row in valued), *(row for row in rows if row.key not in known)]


def _tokens(row: Row) -> int | None:
    usage = row.facts.usage if row.facts else None
    if usage is None or usage.input_tokens is None or usage.output_tokens is None:
        return None
    return usage.input_tokens + usage.output_tokens


def _cost(row: Row) -> float | None:
    return row.facts.usage.cost if row.facts and row.facts.usage else None


_COLUMNS: dict[str, Callable[[RunIndex, Row], Any]] = {
    "task": lambda _, row: row.key,
    "family": lambda _, row: row.family,
    "status": lambda _, row: row.status,
    "checks": lambda _, row: row.facts and row.facts.checks,
    "score": lambda run, row: run.task_scores.get(row.key),
    "steps": lambda _, row: row.facts and row.facts.steps,
    "calls": lambda _, row: row.facts and row.facts.calls,
    "seconds": lambda _, row: row.facts and row.facts.seconds,
    "tokens": lambda _, row: _tokens(row),
    "cost": lambda _, row: _cost(row),
}


def _page(wanted: AttemptFilter, count: int) -> int:
    return min(max(0, wanted.page), max(0, (count - 1) // PAGE))


def _row_view(run: RunIndex, row: Row, words: tuple[bytes, ...]) -> View:
    shown: View = {"task": row.key.task_id, "epoch": row.key.epoch, **attributes(row, "family", "status")}
    if row.facts is None:
        return shown
    hits = list(islice(_hits(run.record(row.facts).trajectory, words), _MAX_HITS + 1)) if words else []
    return {
        **shown,
        **attributes(row.facts, "seconds", "steps", "calls", "outcomes", "checks", "place"),
        "tokens": _tokens(row),
        "cost": _cost(row),
        "tries": len(run.tries(row.key)),
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
        offsets = [(offset, word) for word in words if (offset := folded_find(text, word)) >= 0]
        if offsets:
            first, word = offsets[0]
            after = first + len(word.decode("utf-8", "replace"))
            start, end = max(0, first - _AROUND), after + _AROUND
            yield {
                "call": number,
                "where": where,
                "before": ("…" if start else "") + text[start:first],
                "hit": text[first:after],
                "after": text[after:end] + ("…" if end < len(text) else ""),
            }


def _choices(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Return the values to filter by, with the number of attempts for each."""
    made = [row.facts for row in rows if row.facts]
    counted = {
        "status": Counter(row.status for row in rows),
        "outcome": Counter(outcome for facts in made for outcome in facts.outcomes),
        "family": Counter(row.family for row in rows),
        "checks": Counter(facts.checks for facts in made),
    }
    return {name: {key: counts[key] for key in sorted(counts) if key} for name, counts in counted.items()}
