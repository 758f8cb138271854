"""Who is best, how sure that is, and what the paper's models reached."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import itemgetter

from m3bench.judges.averages import average_score, overall_score
from m3bench.reports.comparison import compare_metric
from m3bench.reports.published import TOTAL, PublishedScore, published_m3
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Column, Kind, Row, Section
from m3bench.scoring import METRICS, NO_FAMILY, bootstrap_interval, interval_of_average

_WITH_ENDS = (*METRICS, "average", "success")


def leaderboard_section(runs: Sequence[StudyRun], *, seed: int) -> Section:
    own = [_own_row(run, seed) for run in runs]
    table = columns.table(
        "leaderboard",
        "Leaderboard",
        _columns(),
        (*_with_ranks(runs, own, seed), *published_rows()),
        note=comparability(runs),
    )
    return Section(
        name="leaderboard",
        title="Leaderboard",
        intro=(
            "Scores of all runs, with 95 % intervals that resample whole families of tasks. Published models "
            "are as M³-Bench's paper has them, on its own tasks of the same families."
        ),
        tables=(table,),
    )


def published_rows() -> list[Row]:
    """The paper's models over all tasks, ranked among themselves."""
    found = [score for score in published_m3() if score.family == TOTAL]
    found.sort(key=lambda score: -score.mean)
    ranks = ranked([score.mean for score in found])
    return [
        _published_row(score, rank)
        for score, rank in sorted(zip(found, ranks, strict=True), key=itemgetter(1))
    ]


def ranked(values: Sequence[float]) -> list[int]:
    """The place of each, 1 for the highest; equal ones share theirs."""
    first: dict[float, int] = {}
    for place, value in enumerate(sorted(values, reverse=True), start=1):
        first.setdefault(value, place)
    return [first[value] for value in values]


def ties(runs: Sequence[StudyRun], *, seed: int) -> dict[str, list[str]]:
    """By run, those of the same suite that a paired bootstrap of the mean of six cannot tell from it."""
    found: dict[str, list[str]] = defaultdict(list)
    for one, other in combinations(runs, 2):
        if one.suite_digest != other.suite_digest:
            continue
        pairs = [(score, other.scores[score.id]) for score in one.report.tasks if score.id in other.scores]
        if pairs and compare_metric(pairs, "average", seed).comparison.verdict == "tied":
            found[one.name].append(other.name)
            found[other.name].append(one.name)
    return dict(found)


def comparability(runs: Sequence[StudyRun]) -> str:
    """What a reader must know before comparing rows; empty where all are of the same tasks."""
    said = []
    suites = Counter(run.suite_digest for run in runs)
    if len(suites) > 1:
        said.append(
            f"These runs are over {len(suites)} different suites or versions of one: rows of different ones "
            "cannot be compared, and ranks and ties are within each."
        )
    for digest in suites:
        alike = [run for run in runs if run.suite_digest == digest]
        if len({frozenset(run.scores) for run in alike}) > 1:
            counts = ", ".join(f"{run.name}: {len(run.scores)}" for run in alike)
            said.append(f"Not all runs of one suite have the same scored tasks ({counts}).")
    if len({(run.result.settings.mode, run.result.settings.fuzzy) for run in runs}) > 1:
        said.append("Not all runs mount servers in the same mode, or hand out the same form of the requests.")
    left_out = [
        f"{run.name}: {len(run.result.unscored)} not scored, {run.result.open} not made yet"
        for run in runs
        if run.result.unscored or run.result.open
    ]
    if left_out:
        said.append(f"Left out, by no doing of the agent's: {'; '.join(left_out)}.")
    return " ".join(said)


def _own_row(run: StudyRun, seed: int) -> dict[str, Cell]:
    report, result, settings = run.report, run.result, run.result.settings
    row: dict[str, Cell] = {
        "run": run.name,
        "published": False,
        "agent": settings.agent,
        "model": settings.model,
        "suite": settings.suite,
        "tasks": report.total.tasks,
        "unscored": len(result.unscored),
        "open": result.open,
        **columns.metric_cells(report.total.metrics),
        **columns.end_cells("average", interval_of_average(report.tasks, seed)),
        "success": result.success,
        **_success_ends(run, seed),
        "coverage": result.coverage,
        **_judged(run),
    }
    for name in METRICS:
        row |= columns.end_cells(name, report.total.intervals.get(name))
    return row


def _success_ends(run: StudyRun, seed: int) -> dict[str, Cell]:
    checked = [(score, found) for score in run.report.tasks if (found := run.passed(score.id)) is not None]
    if not checked:
        return columns.end_cells("success", None)
    clusters = [score.family or NO_FAMILY for score, _ in checked]
    passed = [float(found) for _, found in checked]
    return columns.end_cells("success", bootstrap_interval(passed, clusters=clusters, seed=seed))


def _judged(run: StudyRun) -> dict[str, Cell]:
    row = run.columns.total if run.columns else None
    return {
        "completion": row.completion.value if row else None,
        "grounding": row.grounding.value if row else None,
        "average_of_seven": row.average_of_seven if row else None,
        "average_of_eight": row.average if row else None,
    }


def _with_ranks(runs: Sequence[StudyRun], rows: Sequence[Mapping[str, Cell]], seed: int) -> list[Row]:
    places: dict[str, int] = {}
    for digest in {run.suite_digest for run in runs}:
        alike = [run for run in runs if run.suite_digest == digest]
        ranks = ranked([run.report.total.metrics.average for run in alike])
        places |= {run.name: rank for run, rank in zip(alike, ranks, strict=True)}
    tied = ties(runs, seed=seed)
    return [
        {**row, "rank": places[run.name], "tied": ", ".join(tied.get(run.name, ()))}
        for run, row in sorted(
            zip(runs, rows, strict=True), key=lambda pair: -pair[0].report.total.metrics.average
        )
    ]


def _published_row(score: PublishedScore, rank: int) -> Row:
    six = [score.values[name] for name in METRICS]
    completion, grounding = score.values["task_completion"], score.values["information_grounding"]
    return {
        "run": score.model,
        "published": True,
        "model": score.model,
        "rank": rank,
        **dict(zip(METRICS, six, strict=True)),
        "average": score.mean,
        "completion": completion,
        "grounding": grounding,
        "average_of_seven": overall_score(six, grounding),
        "average_of_eight": average_score(six, completion, grounding),
    }


def _columns() -> tuple[Column, ...]:
    return (
        columns.count(
            "rank", "Rank", "By the mean of six: of the runs of one suite, or of published models."
        ),
        columns.RUN,
        *(columns.score(name, interval=True) for name in (*METRICS, "average")),
        columns.score("success", interval=True),
        columns.text("tied", "Tied with", "Runs that a paired bootstrap cannot tell from this one."),
        columns.score("completion"),
        columns.score("grounding"),
        columns.number(
            "average_of_seven",
            "Mean of seven",
            "Six metrics and information grounding: the paper's average over all tasks.",
            kind=Kind.SCORE,
        ),
        columns.number(
            "average_of_eight",
            "Mean of eight",
            "Six metrics and both judged columns: the paper's average of a family.",
            kind=Kind.SCORE,
        ),
        columns.number(
            "coverage",
            "Claims stated",
            "The mean share of expected claims that answers state.",
            kind=Kind.SCORE,
        ),
        columns.TASKS,
        columns.count(
            "unscored", "Not scored", "Attempts that failed by the server's or the harness's doing."
        ),
        columns.count("open", "Not made", "Attempts that are yet to be made."),
        columns.text("agent", "Agent", "The loop around the model.", shown=False),
        columns.text("model", "Model", shown=False),
        columns.text("suite", "Suite", "Where the tasks are from.", shown=False),
        Column(key="published", title="Published", kind=Kind.FLAG, definition="From the paper.", shown=False),
        *(end for name in _WITH_ENDS for end in columns.ends(name)),
    )
