"""Whether agents looked at their own work, and how often those that looked succeeded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Row, Section
from m3bench.scoring import SelfReviewLevel


def self_review_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no attempt wrote a file with a bundled tool."""
    rows = [row for run in runs for row in _rows(run)]
    if not rows:
        return None
    return Section(
        name="inspection",
        title="Looking at one's own work",
        intro=(
            "How agents looked at the files that they made, after the last change. Computed from the "
            "trajectories. The level of an attempt is that of the artefact that was looked at least."
        ),
        tables=(columns.table("inspection", "Attempts by how they looked", _COLUMNS, rows),),
    )


def self_review_cells(run: StudyRun, attempt: str) -> dict[str, Cell]:
    """Return how one attempt looked at its work; nothing if it has no artefact."""
    extras = run.extras.tasks.get(attempt)
    if extras is None or extras.self_review is None:
        return {}
    return {"inspection": extras.self_review.level.value}


def _rows(run: StudyRun) -> Iterator[Row]:
    attempts: Counter[SelfReviewLevel] = Counter()
    passed: Counter[SelfReviewLevel] = Counter()
    checked: Counter[SelfReviewLevel] = Counter()
    for name, extras in run.extras.tasks.items():
        if extras.self_review is None:
            continue
        level, success = extras.self_review.level, run.passed(name)
        attempts[level] += 1
        checked[level] += success is not None
        passed[level] += success is True
    for level in SelfReviewLevel if attempts else ():
        yield {
            "run": run.name,
            "inspection": level.value,
            "attempts": attempts[level],
            "share": attempts[level] / attempts.total(),
            "success": passed[level] / checked[level] if checked[level] else None,
        }


SELF_REVIEW_COLUMN = columns.text(
    "inspection",
    "Looked",
    "How the agent looked at its work after the last change: none, pseudo (metadata or structure only), "
    "incomplete (parts only) or full.",
)
_COLUMNS = (
    columns.RUN,
    SELF_REVIEW_COLUMN,
    columns.count("attempts", "Attempts", "Attempts with an artefact."),
    columns.share("share", "Share", "Share of the attempts with an artefact."),
    columns.share("success", "Success", "Share of these attempts that pass all checks."),
)
