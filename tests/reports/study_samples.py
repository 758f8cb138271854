"""A study made by hand: many runs over all families, with numbers that follow from a seed."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from m3bench.reports.study import Cell, Column, Kind, Row, Section, Study, Table
from m3bench.scoring import METRICS

WHEN = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
HOSTILE = "<script>window.hacked = 1</script>"
FAMILIES = 28
_ERRORS = ("wrong tool", "missing tool", "invented tool", "wrong type", "out of range", "no verification")
_OUTCOMES = ("success", "not found", "invalid arguments", "unknown tool", "illegal format")


def sample(runs: int = 14, published: int = 14, *, seed: int = 1, name: str = "executor · model") -> Study:
    """Sections and tables as `m3bench report` has them."""
    chance = random.Random(seed)
    own = [f"{name}-{number}" for number in range(1, runs + 1)]
    others = [f"Published {number}" for number in range(1, published + 1)]
    sections = [
        Section(name="leaderboard", title="Leaderboard", tables=(_leaderboard(chance, own, others),)),
        Section(
            name="families", title="Families", tables=(_families(chance, own), _crossing(chance, own, others))
        ),
        Section(name="shape", title="Shape", tables=tuple(_groups(chance, own, group) for group in _GROUPS)),
        Section(name="outcomes", title="Outcomes", tables=(_outcomes(chance, own),)),
        Section(name="budgets", title="Budgets", tables=(_budgets(chance, own), _score_cost(chance, own))),
        Section(name="failures", title="Failures", tables=(_taxonomy(chance, own), _confusions(chance, own))),
        Section(name="planning", title="Planning", tables=(_planning(chance, own),)),
        Section(name="tasks", title="Tasks", tables=(_tasks(chance, own),)),
    ]
    if runs == 2:
        sections.insert(-1, Section(name="comparison", title="Two runs", tables=(_comparison(chance),)))
    return Study(
        title="A sample",
        created=WHEN,
        sections=tuple(sections),
        settings={"profile": "m3", "seed": str(seed)},
    )


_GROUPS = ("levels", "hops", "threads")


def table_of(name: str, columns: list[Column], rows: list[Row], *, shown: bool = True) -> Table:
    return Table(name=name, title=name.capitalize(), columns=tuple(columns), rows=tuple(rows), shown=shown)


def text(key: str) -> Column:
    return Column(key=key, title=key.capitalize())


def column(key: str, kind: Kind, **further: str) -> Column:
    return Column(key=key, title=key.replace("_", " ").capitalize(), kind=kind, **further)  # type: ignore[arg-type]


def _scores(keys: tuple[str, ...] = (*METRICS, "average")) -> list[Column]:
    return [
        column(key, Kind.SCORE, definition=f"What {key} is.", low=f"{key}_low", high=f"{key}_high")
        for key in keys
    ]


def _leaderboard(chance: random.Random, own: list[str], others: list[str]) -> Table:
    ends = [
        Column(key=f"{key}_{end}", title=f"{key} {end}", kind=Kind.SCORE, shown=False)
        for key in (*METRICS, "average")
        for end in ("low", "high")
    ]
    flag = Column(key="published", title="Published", kind=Kind.FLAG, shown=False)
    columns = [text("run"), column("rank", Kind.COUNT), flag, column("tasks", Kind.COUNT), *_scores(), *ends]
    rows = [_leader(chance, name, published=name in others) for name in (*own, *others)]
    ordered = sorted(rows, key=lambda row: -float(row["average"] or 0))
    ranked: list[Row] = [{**row, "rank": index} for index, row in enumerate(ordered, 1)]
    return table_of("leaderboard", [*columns, text("tied")], ranked)


def _leader(chance: random.Random, name: str, *, published: bool) -> dict[str, Cell]:
    row: dict[str, Cell] = {"run": name, "published": published, "tasks": None if published else 211}
    for key in (*METRICS, "average"):
        value = chance.random() * 0.9
        ends = (None, None) if published else (value * 0.9, value * 1.1)
        row |= {key: value, f"{key}_low": ends[0], f"{key}_high": ends[1]}
    return row | {"tied": None if published else f"{name}, and {'another ' * 12}"}


def _family(number: int) -> str:
    return f"Family of things {number}"


def _families(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = [
        {
            "run": run,
            "family": _family(number),
            "tasks": 8,
            **{key: chance.random() for key in (*METRICS, "average")},
        }
        for run in own
        for number in range(1, FAMILIES + 1)
    ]
    return table_of("families", [text("run"), text("family"), column("tasks", Kind.COUNT), *_scores()], rows)


def _crossing(chance: random.Random, own: list[str], others: list[str]) -> Table:
    rows: list[Row] = [
        {"family": _family(number), "run": run, "average": chance.random(), "published": run in others}
        for run in (*own, *others)
        for number in range(1, FAMILIES + 1)
    ]
    return table_of("crossing", [text("family"), text("run"), *_scores(("average",))], rows)


def _groups(chance: random.Random, own: list[str], name: str) -> Table:
    rows: list[Row] = [
        {"run": run, "group": str(group), "tasks": 7, "average": chance.random(), "success": chance.random()}
        for run in own
        for group in range(1, 5)
    ]
    columns = [text("run"), text("group"), column("tasks", Kind.COUNT), *_scores(("average", "success"))]
    return table_of(name, columns, rows)


def _outcomes(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = []
    for run in own:
        calls = [chance.randint(1, 400) for _ in _OUTCOMES]
        rows += [
            {"run": run, "outcome": outcome, "calls": count, "share": count / sum(calls)}
            for outcome, count in zip(_OUTCOMES, calls, strict=True)
        ]
    columns = [text("run"), text("outcome"), column("calls", Kind.COUNT), column("share", Kind.SHARE)]
    return table_of("outcomes", columns, rows)


def _budgets(chance: random.Random, own: list[str]) -> Table:
    keys = {
        "input_tokens": 90_000,
        "output_tokens": 4_000,
        "cost": 2,
        "seconds": 300,
        "steps": 12,
        "calls": 20,
    }
    rows: list[Row] = [
        {"run": run, **{key: chance.random() * most for key, most in keys.items()}} for run in own
    ]
    return table_of("budgets", [text("run"), *(column(key, Kind.NUMBER) for key in keys)], rows)


def _score_cost(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = [{"run": run, "cost": chance.random() * 90, "average": chance.random()} for run in own]
    return table_of("score_cost", [text("run"), column("cost", Kind.COST), *_scores(("average",))], rows)


def _taxonomy(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = [
        {
            "run": run,
            "group": "tools",
            "error": error,
            "count": count,
            "per_task": count / 211,
            "tasks": count,
        }
        for run in own
        for error in _ERRORS
        for count in [chance.randint(0, 120)]
    ]
    columns = [text("run"), text("error"), column("count", Kind.COUNT), column("per_task", Kind.NUMBER)]
    return table_of("taxonomy", columns, rows)


def _confusions(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = [
        {
            "expected": f"maps/tool_{number}",
            "called": f"wiki/tool_{number + 1}",
            "run": run,
            "count": chance.randint(1, 9),
        }
        for run in own
        for number in range(30)
    ]
    columns = [text("expected"), text("called"), text("run"), column("count", Kind.COUNT)]
    return table_of("confusions", columns, rows)


def _planning(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = [
        {
            "run": run,
            "request": 0.5,
            "result": 0.3,
            "argument": 0.15,
            "invented": 0.05,
            "efficiency": chance.random(),
        }
        for run in own
    ]
    shares = [column(key, Kind.SHARE) for key in ("request", "result", "argument", "invented")]
    return table_of("planning", [text("run"), *shares, *_scores(("efficiency",))], rows)


def _comparison(chance: random.Random) -> Table:
    rows: list[Row] = [
        {
            "metric": metric,
            "a": 0.5,
            "b": 0.4,
            "difference": middle,
            "low": middle - 0.08,
            "high": middle + 0.08,
        }
        for metric in (*METRICS, "average")
        for middle in [chance.uniform(-0.3, 0.3)]
    ]
    numbers = [column(key, Kind.SCORE) for key in ("a", "b")]
    difference = column("difference", Kind.DIFFERENCE, low="low", high="high")
    return table_of("comparison", [text("metric"), *numbers, difference], rows)


def _tasks(chance: random.Random, own: list[str]) -> Table:
    rows: list[Row] = [
        {
            "run": run,
            "id": f"task-{number}",
            "family": _family(number % FAMILIES + 1),
            "average": chance.random(),
        }
        for run in own
        for number in range(211)
    ]
    return table_of(
        "tasks", [text("run"), text("id"), text("family"), *_scores(("average",))], rows, shown=False
    )
