"""Scores by task family, with the paper's results, and ranks over families."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

from m3bench.reports.headlines import success_by_family
from m3bench.reports.published import TOTAL, published_average, published_m3
from m3bench.reports.study import columns
from m3bench.reports.study.leaderboard import ranked
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Column, Row, Section


def families_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="families",
        title="Families",
        intro=(
            "Scores per family of tasks, with the best and the average of the paper's models on its own "
            "tasks of that family."
        ),
        tables=(
            columns.table("families", "Scores by family", _columns(runs), _rows(runs)),
            columns.table(
                "crossing",
                "Runs over families",
                _CROSSING,
                _crossing(runs),
                note="The easiest family for these runs comes first. Published models as in the paper.",
            ),
        ),
    )


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        success = success_by_family(run.result)
        for family, total in run.report.families.items():
            judged = run.columns.families.get(family) if run.columns else None
            yield {
                "run": run.name,
                "family": family,
                "tasks": total.tasks,
                "scored_attempts": total.attempts,
                "success": success.get(family),
                **columns.metric_cells(total.metrics),
                "completion": judged.completion.value if judged else None,
                "grounding": judged.grounding.value if judged else None,
                "average_of_eight": judged.average if judged else None,
                "published_best": published_best(family),
                "published_average": published_average(family),
            }


def published_best(family: str) -> float | None:
    """Return the score of the paper's best model."""
    return max((score.mean for score in published_m3() if score.family == family), default=None)


def _crossing(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for order, family in enumerate(_easiest_first(runs), start=1):
        ours = [
            (run.name, run.report.families[family].metrics.average)
            for run in runs
            if family in run.report.families
        ]
        theirs = [(score.model, score.mean) for score in published_m3() if score.family == family != TOTAL]
        for published, scores in ((False, ours), (True, theirs)):
            ranks = ranked([value for _, value in scores])
            for (name, value), rank in zip(scores, ranks, strict=True):
                named: Row = {"family": family, "order": order, "run": name}
                yield {**named, "average": value, "rank": rank, "published": published}


def _easiest_first(runs: Sequence[StudyRun]) -> list[str]:
    reached: dict[str, list[float]] = defaultdict(list)
    for run in runs:
        for family, total in run.report.families.items():
            reached[family].append(total.metrics.average)
    return sorted(reached, key=lambda family: (-fmean(reached[family]), family))


def _columns(runs: Sequence[StudyRun]) -> tuple[Column, ...]:
    is_repeated = any(run.result.settings.epochs > 1 for run in runs)
    return (
        columns.RUN,
        columns.FAMILY,
        columns.TASKS,
        columns.count(
            "scored_attempts",
            "Scored attempts",
            "More than tasks, if tasks were attempted several times.",
            shown=is_repeated,
        ),
        *columns.metric_columns(),
        columns.score("completion", shown=False),
        columns.score("grounding", shown=False),
        columns.mean_of_eight(shown=False),
        columns.rate(
            "published_best",
            "Paper, best",
            "Mean of six of the paper's best model on its own tasks of this family.",
        ),
        columns.rate(
            "published_average",
            "Paper, average",
            "Mean of six over the paper's models on its own tasks of this family.",
        ),
    )


_CROSSING = (
    columns.FAMILY,
    columns.count("order", "Family order", "1 is the easiest for these runs.", shown=False),
    columns.RUN,
    columns.score("average"),
    columns.count("rank", "Rank", "In this family: among these runs, or among published models."),
    columns.PUBLISHED,
)
