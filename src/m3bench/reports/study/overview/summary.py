"""The beginning of a report: what was run, what is best, what could not be scored, and what it cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from m3bench.core.text import join, plural
from m3bench.reports.headlines import estimate, headline, success_by_family
from m3bench.reports.study import columns
from m3bench.reports.study.few_families import want_of_families
from m3bench.reports.study.floors import BEATEN, IS_FLOOR
from m3bench.reports.study.mcp_bench import rubric_overall
from m3bench.reports.study.run import StudyRun, all_tokens, by_suite
from m3bench.reports.study.table import Cell, Column, Kind, Row, Section, Table
from m3bench.reports.successes import strict_successes
from m3bench.reports.terminal import repeated_text

_MOST_NAMED = 4
_NOT_BEHIND = (None, IS_FLOOR, BEATEN)
_DIGEST = 12


def summary_section(
    runs: Sequence[StudyRun], tables: Mapping[str, Table], left_out: Sequence[tuple[str, str]] = ()
) -> Section:
    """Return the summary, which reads the tables of the leaderboard and the matrix.

    `left_out` has the runs that are not part of the report, and why.
    """
    board = [row for row in tables["leaderboard"].rows if not row.get("published")]
    groups = by_suite(runs)
    points = (
        *_what(runs),
        *(line for group in groups for line in _best(group, groups, board)),
        *_behind(board),
        *_repeated(runs),
        *_hardest(runs, tables["matrix"]),
        _unscored(runs),
        *_retried(runs),
        _cost(runs),
        *(f"Left out: {name}: {why}" for name, why in left_out),
    )
    order = [str(row["run"]) for row in board]
    listed = sorted(runs, key=lambda run: order.index(run.name))
    return Section(
        name="summary",
        title="Summary",
        points=points,
        tables=(
            columns.table("summary", "The runs", _columns(several_suites=len(groups) > 1), map(_row, listed)),
            *columns.table_if_any(
                "left_out_runs",
                "Runs left out",
                (columns.text("run", "Run"), columns.reason("why", "Why")),
                ({"run": name, "why": why} for name, why in left_out),
            ),
        ),
    )


def _label(group: Sequence[StudyRun], groups: Sequence[Sequence[StudyRun]]) -> str:
    """Return the suite of a group of runs; with its version if there are several versions."""
    suites = [other[0].result.settings.suite.name for other in groups]
    name = group[0].result.settings.suite.name
    return f"{name} (version {group[0].suite_digest[:_DIGEST]})" if suites.count(name) > 1 else name


def _what(runs: Sequence[StudyRun]) -> Iterator[str]:
    groups = by_suite(runs)
    for group in groups:
        tasks = {len(run.result.planned) // run.result.settings.epochs for run in group}
        counted = plural(max(tasks), "task") if len(tasks) == 1 else f"{min(tasks)} to {max(tasks)} tasks"
        epochs = max(run.result.settings.epochs for run in group)
        repeated = f", up to {epochs} attempts each" if epochs > 1 else ""
        yield f"{plural(len(group), 'run')} of {_label(group, groups)}: {counted}{repeated}."
    names = Counter(group[0].result.settings.suite.name for group in groups)
    for name, versions in names.items():
        if versions > 1:
            yield (
                f"There are {versions} versions of {name} among these runs. Runs of different versions are "
                "not comparable: they are ranked apart."
            )


def _best(
    group: Sequence[StudyRun], groups: Sequence[Sequence[StudyRun]], board: Sequence[Row]
) -> Iterator[str]:
    """Yield the best and the worst run of a suite, by success, or else by the mean of six."""
    where = f" on {_label(group, groups)}" if len(groups) > 1 else ""
    names = {run.name for run in group}
    rows = [row for row in board if row["run"] in names]
    by_success = any(_known(row, "success") for row in rows)
    key, title = ("success", "Success") if by_success else ("average", "Mean of six")
    ranked = [row for row in rows if row.get("rank") is not None and _known(row, key)]
    ranked = [row for row in ranked if row.get("floor") != IS_FLOOR] or ranked
    if not ranked:
        known = [row for row in rows if _known(row, key)]
        if known:
            listed = join(f"{row['run']} {_figure(row, key)}" for row in known[:_MOST_NAMED])
            yield f"{title}{where}: {listed}. No run has enough scored attempts to be ranked."
        return
    best, worst = ranked[0], ranked[-1]
    if len(ranked) == 1:
        yield f"{title}{where}: {_figure(best, key)}, by {best['run']}."
        return
    why = want_of_families(group) or "a paired test finds no difference that could not be chance"
    alike = f" It cannot be told apart from {best['tied']}: {why}." if best.get("tied") else ""
    yield f"Best{where}: {best['run']}, {title.lower()} {_figure(best, key)}.{alike}"
    yield f"Worst{where}: {worst['run']}, {title.lower()} {_figure(worst, key)}."


def _behind(board: Sequence[Row]) -> Iterator[str]:
    """Yield the runs that do not beat the floors of their suite."""
    behind = [f"{row['run']} ({row['floor']})" for row in board if row.get("floor") not in _NOT_BEHIND]
    if behind:
        yield f"Not better than the best floor: {_named(behind)}."


def _repeated(runs: Sequence[StudyRun]) -> Iterator[str]:
    """Yield pass@k, pass^k and flips of the runs with several attempts at each task."""
    rates = ((run.name, strict_successes(run.result).repeated()) for run in runs)
    lines = [f"{name}: {repeated_text(repeated)}" for name, repeated in rates if repeated is not None]
    if lines:
        more = len(lines) - _MOST_NAMED
        rest = f". {more} more are in the leaderboard" if more > 0 else ""
        yield f"Several attempts at each task: {'. '.join(lines[:_MOST_NAMED])}{rest}."


def _known(row: Row, key: str) -> bool:
    return isinstance(row.get(key), int | float)


def _figure(row: Row, key: str) -> str:
    value, low, high = row.get(key), row.get(f"{key}_low"), row.get(f"{key}_high")
    if isinstance(low, float) and isinstance(high, float):
        return f"{value:.3f} (95 % interval {low:.3f} to {high:.3f})"
    return f"{value:.3f}"


def _hardest(runs: Sequence[StudyRun], matrix: Table) -> Iterator[str]:
    """Yield how many tasks all runs pass, and none, and the easiest and hardest family."""
    passed: dict[tuple[Cell, Cell], list[float]] = defaultdict(list)
    for row in matrix.rows:
        if isinstance(share := row.get("success"), int | float):
            passed[row["suite_digest"], row["task"]].append(share)
    if passed and len(runs) > 1:
        always, never = (sum(set(shares) == {value} for shares in passed.values()) for value in (1, 0))
        yield (
            f"Of {plural(len(passed), 'task')} with checks, {always} {_are(always)} always passed, and "
            f"{never} {_are(never)} never passed."
        )
    families: dict[str, list[float]] = defaultdict(list)
    for run in runs:
        for family, share in success_by_family(run.result).items():
            families[family].append(share)
    means = sorted((fsum(shares) / len(shares), family) for family, shares in families.items())
    if len(means) > 1 and means[0][0] < means[-1][0]:
        (low, hard), (high, easy) = means[0], means[-1]
        yield f"Hardest family: {hard} (success {low:.3f} on average); easiest: {easy} ({high:.3f})."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _unscored(runs: Sequence[StudyRun]) -> str:
    attempts = sum(run.result.attempts for run in runs)
    lost = [
        (columns.readable_name(attempt.why.value), run.name) for run in runs for attempt in run.result.dropped
    ]
    if not lost:
        return f"All {plural(attempts, 'attempt')} could be scored."
    reasons = Counter(reason for reason, _ in lost)
    where = {reason: [name for why, name in dict.fromkeys(lost) if why == reason] for reason in reasons}
    listed = join(f"{count} {reason} ({_named(where[reason])})" for reason, count in reasons.most_common())
    return f"{reasons.total():,} of {attempts:,} attempts could not be scored, and count as failed: {listed}."


def _named(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _retried(runs: Sequence[StudyRun]) -> Iterator[str]:
    """Yield the runs whose failed attempts were tried again: their success is the best of several tries."""
    chosen = [f"{run.name} ({run.retried})" for run in runs if run.retried]
    if chosen:
        yield (
            f"Failed attempts were made again in {_named(chosen)}. Success is then the best of several "
            "tries, and not comparable with that of other runs."
        )


def _cost(runs: Sequence[StudyRun]) -> str:
    used = [run.result.usage for run in runs]
    known = [usage.cost for usage in used if usage.cost is not None]
    tokens = sum(all_tokens(usage) or 0 for usage in used)
    if not any(usage.requests for usage in used):
        return "No model was asked, so there was no cost."
    unknown = len(runs) - len(known)
    cost = f"${fsum(known):,.2f}" if known else "unknown"
    lacking = f", without {plural(unknown, 'run')} whose cost is unknown" if known and unknown else ""
    return f"Cost: {cost} in all{lacking}; {tokens:,} tokens."


def _row(run: StudyRun) -> Row:
    result, figures = run.result, headline(run.result, run.report)
    usage = result.usage
    return {
        "run": run.name,
        "suite": result.settings.suite.name,
        "success": estimate(figures.success),
        **columns.end_cells("success", figures.success),
        "average": estimate(figures.mean),
        **columns.end_cells("average", figures.mean),
        "rubric": rubric_overall(run),
        "attempts": result.attempts,
        "dropped": len(result.dropped),
        "cost": usage.cost,
        "tokens": all_tokens(usage),
        "seconds": result.seconds,
        "retried": run.retried or None,
        "suite_digest": run.suite_digest,
    }


def _columns(*, several_suites: bool) -> tuple[Column, ...]:
    return (
        columns.RUN,
        columns.score("success", interval=True),
        columns.score("average", interval=True),
        columns.rate("rubric", "Rubric", "MCP-Bench's overall score, if judges read the run."),
        columns.count("attempts", "Attempts", "All attempts of the run."),
        columns.count("dropped", "Not scored", "Attempts that were not scored, which count as failed."),
        columns.number("cost", "Cost", "Of the whole run, in US dollars.", kind=Kind.COST),
        columns.count("tokens", "Tokens", "Of the whole run, in and out."),
        columns.number("seconds", "Time", "Sum of the durations of the attempts.", kind=Kind.SECONDS),
        columns.text("retried", "Retried", "Failed attempts that were made again: success is a best of."),
        columns.text("suite", "Suite", "The suite of the tasks.", shown=several_suites),
        *columns.ends("success"),
        *columns.ends("average"),
        columns.text("suite_digest", "Suite digest", shown=False),
    )
