"""The figures of a run in the list of runs. They need no scoring: a thousand runs are listed at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from m3bench.apps.viewer.facts import Facts
from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.values import one_line
from m3bench.runs import RunManifest

_LONGEST_NOTE = 300
_MOST_TAGS = 12

View = dict[str, Any]

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
    return {
        **run_identity(run),
        "attempts": len(done),
        "planned": len(rows),
        "statuses": dict(Counter(facts.status for facts in done)),
        "calls": sum(facts.calls for facts in done),
        "tokens": _sum(run.usage.input_tokens, run.usage.output_tokens),
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
    checked = [
        row.facts.checks for row in rows if row.facts and row.facts.checks and not is_dropped(row.facts)
    ]
    counted = len(checked) + dropped
    known = run.tasks.has_checks or any(row.facts and row.facts.checks for row in rows)
    passed = checked.count("passed")
    return {
        "passed": passed,
        "checked": counted if known else 0,
        "unscored": dropped,
        "success": passed / counted if known and counted else None,
    }


def is_dropped(facts: Facts | None) -> bool:
    """Return whether an attempt is not scored: not made, undecided, or not the agent's failure."""
    return facts is None or not facts.final or facts.failed or facts.checks == "undecided"


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
