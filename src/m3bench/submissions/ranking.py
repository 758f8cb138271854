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
    floor_mark,
    floors_of,
    ranked,
    repeated_cells,
    repeated_columns,
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
    found: Sequence[Verified], *, title: str, created: datetime, settings: dict[str, str]
) -> Study:
    """Return the content of the site's first page.

    Args:
        found: Bundles after verification, accepted and refused.
        title: The title.
        created: When it is made.
        settings: How scores were computed.
    """
    accepted = [bundle for bundle in found if bundle.problem is None]
    suites = dict.fromkeys(
        run.suite for bundle in accepted for run in bundle.runs if run.board is not Board.OTHER
    )
    sections = [_suite_section(name, accepted) for name in suites]
    return Study(
        title=title,
        created=created,
        sections=(*(sections or [_nothing_ranked(found)]), *_others(accepted), *_refused(found)),
        settings=settings,
    )


def _nothing_ranked(found: Sequence[Verified]) -> Section:
    """Return the section of a site on which no system has a rank, with the way to one."""
    refused = sum(bundle.problem is not None for bundle in found)
    runs = sum(len(bundle.runs) for bundle in found if bundle.problem is None)
    return Section(
        name="ranking",
        title="Nothing is ranked yet",
        intro=(
            f"Of {plural(len(found), 'bundle')}, {refused} {'is' if refused == 1 else 'are'} refused, and "
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
    places = ranked([_order(row) for row in rows])
    table = Table(
        name=f"leaderboard-{suite}",
        title="Systems",
        columns=_columns(
            any(Board.SEALED in boards for boards in by_system.values()),
            is_repeated=any("k" in row for row in rows),
        ),
        rows=sorted(
            ({**row, "rank": place} for row, place in zip(rows, places, strict=True)),
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
    row |= repeated_cells(figures[chosen].repeated)
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
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}


def _columns(has_sealed: bool, *, is_repeated: bool) -> tuple[Column, ...]:
    def score(key: str, title: str, definition: str, *, shown: bool = True) -> Column:
        return Column(
            key=key,
            title=title,
            kind=Kind.SCORE,
            definition=definition,
            low=f"{key}_low",
            high=f"{key}_high",
            shown=shown,
        )

    return (
        Column(key="rank", title="Rank", kind=Kind.COUNT),
        Column(key="system", title="System", link="page"),
        score("sealed", "Sealed success", "Success on tasks that nobody could have seen.", shown=has_sealed),
        score("practice", "Practice success", "Success on the released tasks."),
        *repeated_columns(shown=is_repeated),
        score("mean", "Mean of six", "Mean of the six trajectory metrics."),
        Column(key="floor", title="Floors", definition="Agents that understand nothing, and score more."),
        Column(key="agent", title="Agent"),
        Column(key="model", title="Model"),
        Column(
            key="signatures",
            title="Signatures",
            definition="Who signed the bundle, and who verified or repeated its runs.",
            prose=True,
        ),
        Column(
            key="remarks",
            title="Remarks",
            definition="What is unusual about the run, such as times that no model can reach.",
            prose=True,
        ),
        Column(key="cost", title="Cost", kind=Kind.COST, definition="US dollars for the whole run."),
        Column(key="tokens", title="Tokens", kind=Kind.COUNT, definition="Tokens of the whole run."),
        Column(key="seconds", title="Time", kind=Kind.SECONDS, definition="Seconds for an attempt."),
        Column(key="attempts", title="Attempts", kind=Kind.COUNT),
        Column(key="mode", title="Mode", definition="Which servers were mounted."),
        Column(key="date", title="Run on"),
        Column(key="by", title="By"),
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
    columns = (
        Column(key="system", title="System"),
        Column(key="success", title="Success", kind=Kind.SCORE, low="success_low", high="success_high"),
        Column(key="why", title="Why it is not ranked", prose=True),
        Column(key="remarks", title="Remarks", prose=True),
        Column(key="signatures", title="Signatures", prose=True),
        Column(key="agent", title="Agent"),
        Column(key="model", title="Model"),
        Column(key="suite", title="Tasks"),
        Column(key="bundle", title="Bundle"),
    )
    if rows:
        table = Table(name="others", title="Runs", columns=columns, rows=rows)
        yield Section(name="others", title="Not ranked", tables=(table,))


def _refused(found: Iterable[Verified]) -> Iterable[Section]:
    rows: list[Row] = [{"bundle": each.path.name, "why": each.problem} for each in found if each.problem]
    columns = Column(key="bundle", title="Bundle"), Column(key="why", title="Why it is refused", prose=True)
    if rows:
        table = Table(name="refused", title="Bundles", columns=columns, rows=rows)
        intro = "These bundles are not what they say. Nothing of them is counted."
        yield Section(name="refused", title="Refused", intro=intro, tables=(table,))
