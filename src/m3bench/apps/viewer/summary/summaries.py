"""The summary of a run, and the comparison of two."""

from __future__ import annotations

import json
from collections.abc import Callable

from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.summary.comparison import comparison_view
from m3bench.apps.viewer.summary.scored_runs import ScoredRuns
from m3bench.apps.viewer.summary.summary import View, summary_view
from m3bench.core import UsageError
from m3bench.scoring import Scorer

_PATIENCE = 0.5
_MOST_AT_ONCE = 50


class Summaries:
    """Answers requests for figures of whole runs. While a run is being scored, the answer is `waiting`."""

    def __init__(self, library: Library, make_scorer: Callable[[], Scorer]) -> None:
        self._library = library
        self._runs = ScoredRuns(make_scorer)

    def summary(self, name: str) -> View:
        """Return what a run came to."""
        run = self._library.run(name)
        found = self._runs.get(run, _PATIENCE)
        return {"waiting": True} if found is None else {"waiting": False, **summary_view(run, found)}

    def means(self, names: str) -> View:
        """Return the means of six of runs that are scored. `names` is a JSON array."""
        runs = {run.name: run for run in self._library.runs()}
        wanted = [runs[name] for name in _names(names) if name in runs]
        known = self._known(wanted)
        if len(known) < len(wanted):
            self._runs.wait(_PATIENCE)
            known = self._known(wanted)
        return {"means": known, "left": len(wanted) - len(known)}

    def compare(self, one: str, other: str) -> View:
        """Return the differences of two runs with intervals, and both task by task."""
        a, b = self._library.run(one), self._library.run(other)
        found = self._runs.get(a, _PATIENCE), self._runs.get(b, _PATIENCE)
        if found[0] is None or found[1] is None:
            return {"waiting": True}
        return {"waiting": False, **comparison_view((a, b), (found[0], found[1]))}

    def _known(self, runs: list[RunIndex]) -> dict[str, float | None]:
        found = {run.name: self._runs.mean(run) for run in runs}
        return {name: mean for name, (known, mean) in found.items() if known}


def _names(text: str) -> list[str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or len(found) > _MOST_AT_ONCE:
        raise UsageError("Invalid list of runs.", "Load the page again.")
    return [name for name in found if isinstance(name, str)]
