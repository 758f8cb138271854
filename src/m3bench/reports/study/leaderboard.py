"""The leaderboard: ranks, statistical ties, and the paper's models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from m3bench.judges import average_score, overall_score
from m3bench.reports.floors import Floors, read_floors
from m3bench.reports.headlines import Headline, estimate, headline
from m3bench.reports.published import TOTAL, PublishedScore, published_m3
from m3bench.reports.study import columns
from m3bench.reports.study.few_families import want_of_families
from m3bench.reports.study.floors import MARK, floor_mark, floors_of, floors_table, missing_floors
from m3bench.reports.study.run import StudyRun, by_suite
from m3bench.reports.study.table import Cell, Column, Row, Section, Table
from m3bench.reports.successes import strict_successes
from m3bench.reports.terminal import compare_metrics
from m3bench.runs import RANKED_FROM
from m3bench.scoring import METRICS, Comparison, Interval, adjusted_comparisons, paired_successes

_WITH_ENDS = (*METRICS, "average", "success", "scored_success", "evidence", "grounded")

_ABOUT_PUBLISHED = (
    " Published models are from M³-Bench's paper, on its own tasks of the same families, ranked by the mean "
    "of six."
)


def leaderboard_section(runs: Sequence[StudyRun], *, seed: int, floors: Floors | None = None) -> Section:
    """Return the leaderboard, the floors (the package's by default), and what was not scored."""
    known = read_floors() if floors is None else floors
    own = [_own_row(run) | {"floor": floor_mark(run, floors_of(run, runs, known))} for run in runs]
    beside = _published_suite(runs)
    theirs = published_rows() if beside else []
    table = columns.table(
        "leaderboard",
        "Leaderboard",
        _columns(
            several_suites=len({run.suite_digest for run in runs}) > 1,
            is_repeated=any(run.result.settings.epochs > 1 for run in runs),
        ),
        _placed(_with_ranks(runs, own, seed), theirs, beside),
        note=" ".join(filter(None, (comparability(runs), *_few_families(runs), missing_floors(runs, known)))),
    )
    return Section(
        name="leaderboard",
        title="Leaderboard",
        intro=(
            "Runs by success, with 95 % intervals. An attempt that was not scored counts as failed. "
            f"A run with less than {RANKED_FROM:.0%} of its attempts scored is shown but not ranked."
            + (_ABOUT_PUBLISHED if theirs else "")
        ),
        tables=(table, floors_table(runs, known), dropped_table(runs)),
    )


def _published_suite(runs: Sequence[StudyRun]) -> frozenset[str]:
    """Return the runs of the suites whose families are all those of the paper."""
    known = {score.family for score in published_m3()}
    families: dict[str, set[str]] = defaultdict(set)
    for run in runs:
        families[run.suite_digest].update(run.report.families)
    theirs = {digest for digest, family in families.items() if family and family <= known}
    return frozenset(run.name for run in runs if run.suite_digest in theirs)


def _placed(own: Sequence[Row], theirs: Sequence[Row], beside: frozenset[str]) -> list[Row]:
    """Return the rows with the published models below the runs that they may stand beside."""
    ends = [index for index, row in enumerate(own, start=1) if row["run"] in beside]
    end = max(ends, default=len(own))
    return [*own[:end], *theirs, *own[end:]]


def published_rows() -> list[Row]:
    """Return the paper's models over all tasks, ranked among themselves."""
    scores = sorted(
        (score for score in published_m3() if score.family == TOTAL), key=lambda score: -score.mean
    )
    ranks = ranked([score.mean for score in scores])
    return [_published_row(score, rank) for score, rank in zip(scores, ranks, strict=True)]


def ranked(values: Sequence[float] | Sequence[tuple[float, ...]]) -> list[int]:
    """Return ranks, 1 for the highest; equal values share a rank."""
    first: dict[object, int] = {}
    for index, value in enumerate(sorted(values, reverse=True), start=1):
        first.setdefault(value, index)
    return [first[value] for value in values]


def ties(runs: Sequence[StudyRun], *, seed: int) -> dict[str, list[str]]:
    """Return, per run, the runs of the same suite that a paired test of success cannot distinguish from it.

    If tasks have no checks, the mean of six is tested. All pairs of a suite are tested together, with Holm's
    correction.
    """
    tied: dict[str, list[str]] = defaultdict(list)
    tests: dict[str, dict[str, Comparison]] = defaultdict(dict)
    pairs = {f"{run.name}\n{other.name}": (run, other) for run, other in combinations(runs, 2)}
    for key, (run, other) in pairs.items():
        tested = _tested(run, other, seed) if run.suite_digest == other.suite_digest else None
        if tested:
            tests[run.suite_digest][key] = tested
    for group in tests.values():
        for key, tested in adjusted_comparisons(group).items():
            if tested.verdict == "tied":
                run, other = pairs[key]
                tied[run.name].append(other.name)
                tied[other.name].append(run.name)
    return dict(tied)


def _tested(run: StudyRun, other: StudyRun, seed: int) -> Comparison | None:
    a, b = strict_successes(run.result), strict_successes(other.result)
    common = a.common(b)
    if common:
        left, right = ([side.passed[name] for name in common] for side in (a, b))
        return paired_successes(left, right, a.clusters(common), tasks=a.tasks(common), seed=seed)
    scored = [(score, other.scores[score.id]) for score in run.report.tasks if score.id in other.scores]
    return compare_metrics(scored, ["average"], seed)["average"].comparison if scored else None


def comparability(runs: Sequence[StudyRun]) -> str:
    """Return caveats for comparing rows; empty if all runs have the same tasks."""
    caveats = []
    suites = by_suite(runs)
    if len(suites) > 1:
        caveats.append(
            f"These runs use {len(suites)} different suites or suite versions. Rows of different ones are "
            "not comparable, and ranks and ties are within each."
        )
    for group in suites:
        if len({frozenset(run.scores) for run in group}) > 1:
            counts = ", ".join(f"{run.name}: {len(run.scores)}" for run in group)
            caveats.append(f"Not all runs of one suite have the same scored tasks ({counts}).")
    caveats += _without_sandbox(runs)
    if len({(run.result.settings.mode, run.result.settings.suite.fuzzy) for run in runs}) > 1:
        caveats.append("The runs differ in mount mode or in the form of the requests.")
    return " ".join(caveats)


def _few_families(runs: Sequence[StudyRun]) -> list[str]:
    """Return for each suite why all of its runs are tied, if no test of them can be significant."""
    reasons = {group[0].result.settings.suite.name: want_of_families(group) for group in by_suite(runs)}
    return [f"Ties on {suite}: {reason}." for suite, reason in reasons.items() if reason]


def _without_sandbox(runs: Sequence[StudyRun]) -> list[str]:
    """Return a warning for runs in which an agent or a server could read the references."""
    bare = [run for run in runs if run.result.sandbox is not None and run.result.sandbox.warning is not None]
    if not bare:
        return []
    assert bare[0].result.sandbox is not None
    return [f"WARNING for {', '.join(run.name for run in bare)}: {bare[0].result.sandbox.warning}"]


def _own_row(run: StudyRun) -> dict[str, Cell]:
    report, result, settings = run.report, run.result, run.result.settings
    figures = headline(result, report)
    row: dict[str, Cell] = {
        "run": run.name,
        "published": False,
        "agent": settings.agent,
        "model": settings.model.name,
        "suite": settings.suite.name,
        **_figures(figures),
        **columns.repeated_cells(figures.repeated),
        "tasks": report.total.tasks,
        "attempts": result.attempts,
        "scored_share": result.scored_share,
        "dropped": len(result.dropped),
        "needed_judge": result.needed_judge or None,
        "undecided": result.undecided or None,
        "unranked": result.unranked or None,
        "coverage": result.coverage,
        **_judged(run),
    }
    if figures.metrics is not None:
        row |= columns.metric_cells(figures.metrics)
        row |= columns.end_cells("average", figures.mean)
    for name in METRICS:
        row |= columns.end_cells(name, report.total.intervals.get(name))
    return row


def _figures(figures: Headline) -> dict[str, Cell]:
    """Return success, evidence recall and grounded success, with intervals."""
    values: dict[str, Cell] = {}
    for key in ("success", "scored_success", "evidence", "grounded"):
        interval: Interval | None = getattr(figures, key)
        values |= {key: estimate(interval), **columns.end_cells(key, interval)}
    return values


def _judged(run: StudyRun) -> dict[str, Cell]:
    if run.columns is None:
        return {}
    row = run.columns.total
    return {
        "completion": row.completion.value,
        "grounding": row.grounding.value,
        "average_of_seven": row.average_of_seven,
        "average_of_eight": row.average,
    }


def _with_ranks(runs: Sequence[StudyRun], rows: Sequence[Mapping[str, Cell]], seed: int) -> list[Row]:
    ranks: dict[str, int] = {}
    tested = [run for run in runs if not run.result.unranked]
    for group in by_suite(tested):
        ranks |= zip((run.name for run in group), ranked([_ranking_key(run) for run in group]), strict=True)
    tied = ties(tested, seed=seed)
    ordered = sorted(zip(runs, rows, strict=True), key=lambda pair: _ranking_key(pair[0]), reverse=True)
    ordered.sort(key=lambda pair: bool(pair[0].result.unranked))
    suites = list(dict.fromkeys(run.suite_digest for run in runs))
    ordered.sort(key=lambda pair: suites.index(pair[0].suite_digest))
    return [
        {**row, "rank": ranks.get(run.name), "tied": ", ".join(tied.get(run.name, ()))}
        for run, row in ordered
    ]


def _ranking_key(run: StudyRun) -> tuple[float, float]:
    """Return success, then the mean of six. Runs without checks have only the latter."""
    success = run.result.success
    return (-1.0 if success is None else success), run.report.total.metrics.average


def _published_row(score: PublishedScore, rank: int) -> Row:
    six = [score.values[name] for name in METRICS]
    completion, grounding = score.values["task_completion"], score.values["information_grounding"]
    return {
        "run": score.model,
        "published": True,
        "model": score.model,
        "suite": "M³-Bench",
        "rank": rank,
        **dict(zip(METRICS, six, strict=True)),
        "average": score.mean,
        "completion": completion,
        "grounding": grounding,
        "average_of_seven": overall_score(six, grounding),
        "average_of_eight": average_score(six, completion, grounding),
    }


def dropped_table(runs: Sequence[StudyRun]) -> Table:
    """Return every attempt that was not scored, with the reason."""
    rows: list[Row] = [
        {
            "run": run.name,
            "task": attempt.id,
            "why": columns.readable_name(attempt.why.value),
            **columns.cells(attempt, "family", "detail"),
        }
        for run in runs
        for attempt in run.result.dropped
    ]
    listed = (
        columns.RUN,
        columns.text("task", "Task"),
        columns.FAMILY,
        columns.text("why", "Why", "Who failed, or that the attempt was not made or not decided."),
        columns.reason("detail", "Details"),
    )
    note = "In success each of these counts as failed."
    return columns.table("dropped", "Attempts not scored", listed, rows, note=note)


def _columns(*, several_suites: bool, is_repeated: bool) -> tuple[Column, ...]:
    return (
        columns.count(
            "rank",
            "Rank",
            "By success, then by the mean of six, among the runs of one suite. Published models: by "
            "the mean of six.",
        ),
        columns.RUN,
        columns.score("success", interval=True),
        columns.score("average", interval=True),
        columns.text("suite", "Suite", "The suite of the tasks.", shown=several_suites),
        columns.reason("unranked", "Not ranked", "Why this run has no rank."),
        MARK,
        *columns.repeated_columns(shown=is_repeated),
        columns.score("scored_success", interval=True),
        columns.score("grounded", interval=True),
        columns.score("evidence", interval=True),
        *(columns.score(name, interval=True) for name in METRICS),
        columns.text("tied", "Tied with", "Runs that a paired test cannot distinguish from this one."),
        columns.score("completion"),
        columns.score("grounding"),
        columns.rate(
            "average_of_seven",
            "Mean of seven",
            "Six metrics and information grounding: the paper's average over all tasks.",
        ),
        columns.mean_of_eight(),
        columns.rate("coverage", "Claims stated", "Mean share of expected claims that answers state."),
        columns.TASKS,
        columns.count("attempts", "Attempts", "All attempts of the run."),
        columns.count("dropped", "Not scored", "Attempts that were not scored; see the table below."),
        columns.NEEDED_JUDGE,
        columns.count("undecided", "Undecided", "Those of them that nobody has decided."),
        columns.share("scored_share", "Scored", "Share of attempts that were scored."),
        columns.text("agent", "Agent", "The agent.", shown=False),
        columns.text("model", "Model", shown=False),
        columns.PUBLISHED,
        *(end for name in _WITH_ENDS for end in columns.ends(name)),
    )
