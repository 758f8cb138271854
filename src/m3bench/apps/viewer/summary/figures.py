"""The figures of a run in the list of runs. They need no scoring: a thousand runs are listed at once."""

from __future__ import annotations

from collections import Counter

from m3bench.apps.viewer.facts import Facts
from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.values import View, one_line
from m3bench.runs import RunManifest

_LONGEST_NOTE = 300
_MOST_TAGS = 12

NO_FIGURES: View = {
    **dict.fromkeys(("name", "suite", "agent", "model", "created", "note"), ""),
    **dict.fromkeys(("attempts", "planned", "calls", "seconds", "passed", "checked", "unscored"), 0),
    **dict.fromkeys(("tokens", "cost", "success")),
    "tags": [],
    "statuses": {},
}
"""The figures of a run whose journal was not read to its end."""


def run_figures(run: RunIndex) -> View:
    """Return success, tokens, cost, time and counts of a run."""
    rows = run.rows()
    done = [row.facts for row in rows if row.facts]
    tokens = run.usage.input_tokens, run.usage.output_tokens
    return {
        **run_identity(run),
        "attempts": len(done),
        "planned": len(rows),
        "statuses": dict(Counter(facts.status for facts in done)),
        "calls": sum(facts.calls for facts in done),
        "tokens": None if None in tokens else sum(filter(None, tokens)),
        "cost": run.usage.cost,
        "seconds": sum(facts.seconds for facts in done if facts.final),
        **_successes(run, rows),
    }


def run_identity(run: RunIndex) -> View:
    """Return what a run is, from its manifest."""
    manifest = run.manifest
    settings = manifest.settings if manifest else None
    return {
        "name": run.name,
        "suite": settings.suite.name if settings else "",
        "agent": settings.agent if settings else "",
        "model": (settings.model.name or "") if settings else "",
        "created": manifest.created.isoformat() if manifest else "",
        "tags": _tags(manifest) if manifest else [],
        "note": one_line((manifest.note or "") if manifest else "", _LONGEST_NOTE),
    }


def _tags(manifest: RunManifest) -> list[str]:
    """Return the tags, and whether failures were tried again: success is then that of the best attempts."""
    own = [one_line(tag, 40) for tag in manifest.tags[:_MOST_TAGS]]
    return ["best-of", *own] if manifest.best_of else own


def _successes(run: RunIndex, rows: list[Row]) -> View:
    """Count as `RunResult.strict` does: attempts that were not scored are failures."""
    dropped = sum(is_dropped(row.facts) for row in rows)
    checks = [row.facts.checks for row in rows if row.facts and not is_dropped(row.facts)]
    checked = len(list(filter(None, checks))) + dropped
    passed = checks.count("passed")
    if not run.tasks.has_checks and not any(row.facts and row.facts.checks for row in rows):
        checked = 0
    return {
        "passed": passed,
        "checked": checked,
        "unscored": dropped,
        "success": passed / checked if checked else None,
    }


def is_dropped(facts: Facts | None) -> bool:
    """Return whether an attempt is not scored: not made, undecided, or not the agent's failure."""
    return facts is None or not facts.final or facts.failed or facts.checks == "undecided"
