"""The speed of tours: a new column in the database, and an export as JSON."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from m3bench.checks import Expected, JsonFile, Tolerance
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.deliveries.data import (
    FILE,
    Delivery,
    deliveries_file,
    draw_deliveries,
)
from m3bench_suites.builders.verse.offices._shared.duck import SERVER, only_made, query, tuples
from m3bench_suites.builders.verse.offices._shared.job import Job, Wording, code, first_fitting, number, text
from m3bench_suites.builders.verse.offices._shared.values import counted, join

_READ = f"read_csv('{FILE}')"
_TENTH = Tolerance(absolute=0.05)


def _speed(row: Delivery) -> float:
    return row.kilometres / row.minutes * 60


def _speeding(rows: list[Delivery], limit: int) -> list[Delivery]:
    return sorted((row for row in rows if _speed(row) > limit), key=_speed, reverse=True)


_FAST_TOURS = Wording(
    requests=(
        """Load {file} into a table deliveries of the database data.duckdb and add a column speed: kilometres
        per hour, from kilometres and minutes, with one decimal. Then save all deliveries above {limit}
        km/h to {out}, as a JSON array of objects with delivery, driver and speed, fastest first. How
        many are there, and which is the fastest, by whom and at what speed?""",
        """I suspect somebody drives too fast. Put {file} into the database as a table deliveries with an
        additional column speed (km/h from kilometres and minutes, one decimal), and export everything
        over {limit} km/h to {out}: a JSON array with delivery, driver, speed, the fastest first. Tell
        me the number, and the delivery, driver and speed of the first.""",
    ),
    fuzzy=(
        """Who is racing? Import {file} into the database (table deliveries), work out the speed in km/h
        to one decimal as a column speed, and write those above {limit} to {out} as a JSON list of
        delivery, driver, speed, fastest first. How many, and what was the fastest, who drove it, how
        fast?""",
        """Please check speeds: {file} into a database table deliveries, plus a speed column (km/h, one
        decimal), then everything over {limit} into {out} as a JSON array of delivery, driver and speed
        from fast to slow. I'd like the count and the top one with driver and speed.""",
    ),
)


def _are_distinct(speeds: list[float]) -> bool:
    """Return whether the speeds differ after rounding to one decimal, and none is halfway between two."""
    halfway = [speed for speed in speeds if abs(speed * 10 % 1 - 0.5) < 0.01]
    return not halfway and min(one - other for one, other in pairwise(speeds)) > 0.2


_FAST_TOURS_FIELDS = (
    number("count", "how many deliveries are above the limit"),
    code("fastest", "the fastest delivery"),
    text("driver", "its driver"),
    number("speed", "its speed", "km/h"),
)


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
            "count": counted(len(tuples(found))),
            "fastest": Expected(top[0]),
            "driver": Expected(top[1]),
            "speed": Expected(top[2], tolerance=_TENTH),
        },
    )


def fast_tours(draw: TaskDraw) -> Job:
    """Load the table into the database, add the speed, and export the fastest as JSON."""
    limit = draw.pick((95, 100, 105, 110), "limit")

    def is_clear(rows: list[Delivery]) -> bool:
        found = [_speed(row) for row in _speeding(rows, limit)]
        near = [speed for speed in map(_speed, rows) if abs(speed - limit) < 0.2]
        return 4 <= len(found) <= 14 and not near and _are_distinct(found)

    rows = first_fitting(draw, lambda part: draw_deliveries(draw, part, count=120), is_clear)
    wanted = _speeding(rows, limit)
    file = draw.pick(("fast.json", "speeding.json", "too_fast.json"), "file")

    return Job(
        level="L2",
        wording=_FAST_TOURS,
        words={"file": FILE, "limit": limit, "out": file},
        fields=_FAST_TOURS_FIELDS,
        plan=partial(_fast_tours_plan, file, limit, wanted),
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        secrets=(wanted[0].delivery, wanted[0].driver),
    )
