"""Table 12: what shuffling the rubric and averaging changes, and how far judges agree with people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, pstdev

import msgspec

from m3bench.core import UsageError
from m3bench.judges import RubricScores
from m3bench.judges.kinds import DIMENSIONS
from m3bench.judges.trust import JUDGE_AGREEMENT, SCALES
from m3bench.reports.published_mcp_bench import published_judging
from m3bench.reports.study import columns
from m3bench.reports.study.mcp_bench.runs import RubricRun
from m3bench.reports.study.table import Row, Table
from m3bench.runs.judging import TOGETHER, DimensionAgreement, agreement_with_people

FIXED, SHUFFLED = "single reading in fixed order", "five shuffled readings"
_COMPLETION = "task_completion"
_ByJudge = Mapping[str, Mapping[str, RubricScores]]


def coefficient_of_variation(scores: Sequence[float]) -> float | None:
    """Return the standard deviation over the mean; None for fewer than two scores, or a mean of 0."""
    if len(scores) < 2 or not fmean(scores):
        return None
    return pstdev(scores) / fmean(scores)


def variation(by_judge: _ByJudge) -> tuple[float | None, int]:
    """Return the mean coefficient of variation of task completion, and over how many attempts.

    Only attempts that all judges scored count.
    """
    coefficients = []
    for case in _shared(by_judge):
        given = [cases[case].axes[_COMPLETION] for cases in by_judge.values()]
        coefficient = coefficient_of_variation([score for score in given if score is not None])
        coefficients += [] if coefficient is None or None in given else [coefficient]
    return (fmean(coefficients) if coefficients else None), len(coefficients)


def _shared(by_judge: _ByJudge) -> list[str]:
    first, *others = by_judge.values() or [{}]
    return [case for case in first if all(case in cases for cases in others)]


def shuffling_table(runs: Sequence[RubricRun]) -> Table | None:
    """Compare both ways of judging; None if no run was judged in both by several judges."""
    own = [row for run in runs for row in _shuffling_rows(run)]
    if not own:
        return None
    theirs = [
        {"run": "MCP-Bench", **msgspec.structs.asdict(judging), "published": True}
        for judging in published_judging()
    ]
    return columns.table("mcp_bench_shuffling", "Shuffling and averaging", _SHUFFLING, [*own, *theirs])


def has_both(run: RubricRun) -> bool:
    """Return whether several judges read a run in both ways."""
    judged = run.run.judged
    return judged is not None and len(judged.unshuffled_by_judge) > 1 and len(judged.rubric_by_judge) > 1


def _shuffling_rows(run: RubricRun) -> Iterator[Row]:
    judged = run.run.judged
    if judged is None or not has_both(run):
        return
    ways = {FIXED: judged.unshuffled_by_judge, SHUFFLED: judged.rubric_by_judge}
    for method, by_judge in ways.items():
        value, attempts = variation(by_judge)
        ratings = [label.score for label in run.labels if label.dimension == JUDGE_AGREEMENT]
        people = ratings if method == SHUFFLED else []
        yield {
            "run": run.name,
            "method": method,
            "variation": value,
            "attempts": attempts,
            "judges": len(by_judge),
            "human_agreement": fmean(people) if people else None,
            "difference": _distance(agreements(run)) if method == SHUFFLED else None,
            "published": False,
        }


def agreements(run: RubricRun) -> list[DimensionAgreement]:
    """Return the agreement of judges and people in the dimensions of the rubric; empty without labels."""
    labels = [label for label in run.labels if label.dimension in DIMENSIONS]
    if not labels or run.run.path is None:
        return []
    try:
        return agreement_with_people(run.run.path, labels)
    except UsageError:
        return []  # no labelled attempt was judged


def _distance(agreements: Sequence[DimensionAgreement]) -> float | None:
    """Return the mean distance over the dimensions, on a scale from 0 to 1."""
    known = [agreement.judges[TOGETHER].distance for agreement in agreements]
    scaled = [value / SCALES[DIMENSIONS[0]].high for value in known if value is not None]
    return fmean(scaled) if scaled else None


def agreement_table(runs: Sequence[RubricRun]) -> tuple[Table, ...]:
    """Compare judges and people by dimension, where runs have labels of their judged attempts."""
    return columns.table_if_any(
        "mcp_bench_agreement",
        "Judges and people",
        _AGREEMENT,
        (row for run in runs for row in _agreement_rows(run)),
        note="The paper has a mean difference of judges and people of 0.14, over all dimensions.",
    )


def _agreement_rows(run: RubricRun) -> Iterator[Row]:
    for agreement in agreements(run):
        for judge, measures in agreement.judges.items():
            distance, scale = measures.distance, SCALES[agreement.dimension].high
            yield {
                "run": run.name,
                "dimension": columns.readable_name(agreement.dimension),
                "judge": judge,
                **columns.cells(measures, "cases", "exact", "within_one", "quadratic_kappa", "spearman"),
                "difference": None if distance is None else distance / scale,
            }


_SHUFFLING = (
    columns.RUN,
    columns.text("method", "Method", "How often, and in which order, a judge reads the rubric."),
    columns.share(
        "variation",
        "Variation",
        "Standard deviation of task completion over the judges, divided by its mean; mean over attempts.",
    ),
    columns.number(
        "human_agreement", "Human agreement", "How far people agree with the scores, from 0 to 2; mean."
    ),
    columns.rate("difference", "Difference", "Mean distance of judges and people, from 0 to 1."),
    columns.count("attempts", "Attempts", "Attempts that all judges scored."),
    columns.count("judges", "Judges", "Number of judges."),
    columns.PUBLISHED,
)
_AGREEMENT = (
    columns.RUN,
    columns.text("dimension", "Dimension"),
    columns.text("judge", "Judge", "One judge, or all together as they count in the scores."),
    columns.count("cases", "Cases", "Attempts with both a label and a judgement."),
    columns.share("exact", "Exact", "Share with the same grade."),
    columns.share("within_one", "±1", "Share with the same or an adjacent grade."),
    columns.rate("quadratic_kappa", "κ", "Agreement beyond chance, weighted by the square of the distance."),
    columns.rate("spearman", "Spearman", "Rank correlation of the scores."),
    columns.rate("difference", "Difference", "Mean distance of judge and people, from 0 to 1."),
)
