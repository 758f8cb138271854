"""The tables of a leaderboard: one for each suite, with sealed and practice columns."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from m3bench.core.text import plural
from m3bench.reports import headline, read_floors
from m3bench.reports.study import (
    Cell,
    Column,
    Kind,
    Row,
    Section,
    Study,
    Table,
    columns,
    floor_mark,
    floors_of,
    ranked,
)
from m3bench.scoring import Interval, interval_of_average
from m3bench.submissions.records import SUFFIX
from m3bench.submissions.verification import Board, Verified, VerifiedRun

_INTRO = (
    "Success is the share of all attempts that pass all checks; an attempt that was not scored counts as "
    "failed. Sealed tasks were secret until they were revealed; practice tasks can be read by everybody. "
    "Systems are ranked by sealed success, then by practice success. Intervals are of 95\N{NO-BREAK SPACE}%. "
    "A signature proves who submitted a bundle, not that its runs are real: others verify or repeat them."
)


def leaderboard(
    bundles: Sequence[Verified], *, title: str, created: datetime, settings: dict[str, str]
) -> Study:
    """Return the content of the site's first page.

    Args:
        found: Bundles after verification, accepted and refused.
        title: The title.
        created: When it is made.
        settings: How scores were computed.
    """
    accepted = [bundle for bundle in bundles if bundle.problem is None]
    suites = dict.fromkeys(
        run.suite for bundle in accepted for run in bundle.runs if run.board is not Board.OTHER
    )
    sections = [_suite_section(name, accepted) for name in suites]
    return Study(
        title=title,
        created=created,
        sections=(*(sections or [_nothing_ranked(bundles)]), *_others(accepted), *_refused(bundles)),
        settings=settings,
    )


def _nothing_ranked(bundles: Sequence[Verified]) -> Section:
    """Return the section of a site on which no system has a rank, with the way to one."""
    refused = sum(bundle.problem is not None for bundle in bundles)
    runs = sum(len(bundle.runs) for bundle in bundles if bundle.problem is None)
    return Section(
        name="ranking",
        title="Nothing is ranked yet",
        intro=(
            f"Of {plural(len(bundles), 'bundle')}, {refused} {'is' if refused == 1 else 'are'} refused, and "
            f"{plural(runs, 'run')} {'is' if runs == 1 else 'are'} shown without a rank; below is why. A run "
            "is ranked if it has all tasks of a released or revealed suite, and its agent does not know "
            "their references."
        ),
    )


def page_path(bundle: Verified) -> str:
    """Return the address of the report on a bundle, relative to the first page."""
    return f"reports/{_file_name(bundle)}.html"


def bundle_path(bundle: Verified) -> str:
    """Return the address of a bundle, relative to the first page."""
    return f"bundles/{_file_name(bundle)}{SUFFIX}"


def _file_name(bundle: Verified) -> str:
    """Return a name of plain characters, which no other bundle has: files may be called anything."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", bundle.path.stem)[:60].strip("-")
    return f"{plain}-{hashlib.sha256(bundle.path.name.encode()).hexdigest()[:8]}"


def _suite_section(suite: str, accepted: Sequence[Verified]) -> Section:
    by_system: dict[tuple[str, str, str], dict[Board, VerifiedRun]] = defaultdict(dict)
    submitters = {}
    for bundle in accepted:
        assert bundle.submission is not None
        for run in bundle.runs:
            if run.suite == suite and run.board is not Board.OTHER:
                key = (bundle.submission.system, run.record.agent, run.record.model or "")
                by_system[key][run.board] = _better_known(by_system[key].get(run.board), run)
                submitters[key] = bundle
    rows = [_row(key, boards, submitters[key]) for key, boards in by_system.items()]
    ranks = ranked([_order(row) for row in rows])
    table = Table(
        name=f"leaderboard-{suite}",
        title="Systems",
        columns=_columns(
            any(Board.SEALED in boards for boards in by_system.values()),
            is_repeated=any("k" in row for row in rows),
        ),
        rows=sorted(
            ({**row, "rank": rank} for row, rank in zip(rows, ranks, strict=True)),
            key=lambda row: (row["rank"], str(row["system"])),
        ),
    )
    return Section(name=f"suite-{suite}", title=f"Suite {suite}", intro=_INTRO, tables=(table,))


def _better_known(old: VerifiedRun | None, new: VerifiedRun) -> VerifiedRun:
    """Of two runs of a system on the same board, the earlier counts: a later one may have been chosen."""
    return new if old is None or new.record.created < old.record.created else old


def _order(row: Row) -> tuple[float, ...]:
    values = (row.get(key) for key in ("sealed", "practice", "mean"))
    return tuple(value if isinstance(value, float) else -1.0 for value in values)


def _row(key: tuple[str, str, str], boards: dict[Board, VerifiedRun], bundle: Verified) -> Row:
    assert bundle.submission is not None
    row: dict[str, Cell] = {
        "system": key[0],
        "agent": key[1],
        "model": key[2] or None,
        "by": bundle.submission.by,
        "signatures": str(bundle.standing),
        "bundle": bundle.path.name,
        "page": page_path(bundle),
        "download": bundle_path(bundle),
    }
    figures = {board: headline(run.run.result) for board, run in boards.items()}
    for board, figure in figures.items():
        row |= _interval_cells(board.value, figure.success)
    chosen = Board.PRACTICE if Board.PRACTICE in boards else Board.SEALED
    shown = boards[chosen]
    row |= columns.repeated_cells(figures[chosen].repeated)
    scores = shown.run.report
    if scores.tasks:
        row |= _interval_cells("mean", interval_of_average(scores.tasks))
        row["mean"] = scores.total.metrics.average
    usage, attempts = shown.run.result.usage, shown.run.result.attempts
    return row | {
        "floor": floor_mark(shown.run, floors_of(shown.run, [shown.run], read_floors())),
        "attempts": attempts,
        "cost": usage.cost,
        "tokens": (usage.input_tokens or 0) + (usage.output_tokens or 0) or None,
        "seconds": shown.run.result.seconds / attempts if attempts else None,
        "date": f"{shown.record.created:%Y-%m-%d}",
        "mode": shown.run.result.settings.mode,
        "remarks": "; ".join(dict.fromkeys(_doubts(boards.values(), bundle))) or None,
    }


def _doubts(runs: Iterable[VerifiedRun], bundle: Verified) -> Iterator[str]:
    for run in runs:
        yield from run.doubts
    yield from bundle.standing.ignored


def _interval_cells(name: str, interval: Interval | None) -> dict[str, Cell]:
    if interval is None:
        return {name: None}
    return {name: interval.estimate, **columns.end_cells(name, interval)}


def _columns(has_sealed: bool, *, is_repeated: bool) -> tuple[Column, ...]:
    return (
        columns.count("rank", "Rank"),
        Column(key="system", title="System", link="page"),
        columns.rate(
            "sealed",
            "Sealed success",
            "Success on tasks that nobody could have seen.",
            interval=True,
            shown=has_sealed,
        ),
        columns.rate("practice", "Practice success", "Success on the released tasks.", interval=True),
        *columns.repeated_columns(shown=is_repeated),
        columns.rate("mean", "Mean of six", "Mean of the six trajectory metrics.", interval=True),
        columns.text("floor", "Floors", "Agents that understand nothing, and score more."),
        columns.text("agent", "Agent"),
        columns.text("model", "Model"),
        columns.reason(
            "signatures", "Signatures", "Who signed the bundle, and who verified or repeated its runs."
        ),
        columns.reason(
            "remarks", "Remarks", "What is unusual about the run, such as times that no model can reach."
        ),
        columns.number("cost", "Cost", "US dollars for the whole run.", kind=Kind.COST),
        columns.count("tokens", "Tokens", "Tokens of the whole run."),
        columns.number("seconds", "Time", "Seconds for an attempt.", kind=Kind.SECONDS),
        columns.count("attempts", "Attempts"),
        columns.text("mode", "Mode", "Which servers were mounted."),
        columns.text("date", "Run on"),
        columns.text("by", "By"),
        Column(key="bundle", title="Bundle", link="download"),
    )


def _others(accepted: Iterable[Verified]) -> Iterable[Section]:
    rows: list[Row] = [
        {
            "system": bundle.submission.system if bundle.submission else "",
            "agent": run.record.agent,
            "model": run.record.model,
            "suite": run.tasks,
            **_interval_cells("success", headline(run.run.result).success),
            "why": "; ".join(run.remarks),
            "remarks": "; ".join(dict.fromkeys(_doubts([run], bundle))) or None,
            "signatures": str(bundle.standing),
            "bundle": bundle.path.name,
        }
        for bundle in accepted
        for run in bundle.runs
        if run.board is Board.OTHER
    ]
    listed = (
        columns.text("system", "System"),
        columns.rate("success", "Success", interval=True),
        columns.reason("why", "Why it is not ranked"),
        columns.reason("remarks", "Remarks"),
        columns.reason("signatures", "Signatures"),
        columns.text("agent", "Agent"),
        columns.text("model", "Model"),
        columns.text("suite", "Tasks"),
        columns.text("bundle", "Bundle"),
    )
    if rows:
        table = Table(name="others", title="Runs", columns=listed, rows=rows)
        yield Section(name="others", title="Not ranked", tables=(table,))


def _refused(bundles: Iterable[Verified]) -> Iterable[Section]:
    rows: list[Row] = [
        {"bundle": bundle.path.name, "why": bundle.problem} for bundle in bundles if bundle.problem
    ]
    listed = columns.text("bundle", "Bundle"), columns.reason("why", "Why it is refused")
    if rows:
        table = Table(name="refused", title="Bundles", columns=listed, rows=rows)
        intro = "These bundles are not what they say. Nothing of them is counted."
        yield Section(name="refused", title="Refused", intro=intro, tables=(table,))
