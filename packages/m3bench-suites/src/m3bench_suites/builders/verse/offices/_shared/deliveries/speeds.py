"""The speed of tours: a new column in the database, and an export as JSON."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from m3bench.checks import Expected, JsonFile, Tolerance
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec, stated
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.deliveries.data import (
    FILE,
    Delivery,
    deliveries_file,
    draw_deliveries,
)
from m3bench_suites.builders.verse.offices._shared.duck import SERVER, only_made, query, tuples
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.values import join

_READ = f"read_csv('{FILE}')"
_TENTH = Tolerance(absolute=0.05)


def _speed(row: Delivery) -> float:
    return row.kilometres / row.minutes * 60


def _speeding(rows: list[Delivery], limit: int) -> list[Delivery]:
    return sorted((row for row in rows if _speed(row) > limit), key=_speed, reverse=True)


def _are_distinct(speeds: list[float]) -> bool:
    """Return whether the speeds differ after rounding to one decimal, and none is halfway between two."""
    halfway = [speed for speed in speeds if abs(speed * 10 % 1 - 0.5) < 0.01]
    return not halfway and min(one - other for one, other in pairwise(speeds)) > 0.2


def _fast_tours_plan(file: str, limit: int, wanted: list[Delivery]) -> Plan:
    (made,) = yield [query(f"CREATE TABLE deliveries AS SELECT * FROM {_READ}")]
    (column,) = yield [query("ALTER TABLE deliveries ADD COLUMN speed DOUBLE", made)]
    (filled,) = yield [query("UPDATE deliveries SET speed = ROUND(kilometres / minutes * 60, 1)", column)]
    where = f"FROM deliveries WHERE kilometres / minutes * 60 > {limit} ORDER BY speed DESC"
    (done,) = yield [
        query(f"COPY (SELECT delivery, driver, speed {where}) TO '{file}' (FORMAT JSON, ARRAY true)", filled)
    ]
    (found,) = yield [query(f"SELECT delivery, driver, speed {where}", done)]
    top = tuples(found)[0]
    return Solution(
        f"{len(tuples(found))} deliveries were faster than {limit} km/h: "
        f"{join(row[0] for row in tuples(found))}.",
        checks=(
            JsonFile(
                path=file,
                values={
                    "[].delivery": [row.delivery for row in wanted],
                    "[].driver": [row.driver for row in wanted],
                    "[].speed": [round(_speed(row), 1) for row in wanted],
                },
            ),
            only_made(file),
        ),
        fields={
            "count": Expected(len(tuples(found)), grounds=()),
            "fastest": Expected(top[0]),
            "driver": Expected(top[1]),
            "speed": stated(top[2], _TENTH),
        },
    )


def fast_tours(draw: TaskDraw) -> TaskSpec:
    """Load the table into the database, add the speed, and export the fastest as JSON."""
    limit = draw.pick((95, 100, 105, 110), "limit")

    def is_clear(rows: list[Delivery]) -> bool:
        found = [_speed(row) for row in _speeding(rows, limit)]
        near = [speed for speed in map(_speed, rows) if abs(speed - limit) < 0.2]
        return 4 <= len(found) <= 14 and not near and _are_distinct(found)

    rows = first_fitting(draw, lambda part: draw_deliveries(draw, part, count=120), is_clear)
    wanted = _speeding(rows, limit)
    file = draw.pick(("fast.json", "speeding.json", "too_fast.json"), "file")

    return TaskSpec(
        level="L2",
        words={"file": FILE, "limit": limit, "out": file},
        plans=(partial(_fast_tours_plan, file, limit, wanted),),
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        key_facts=(wanted[0].delivery, wanted[0].driver),
    )
