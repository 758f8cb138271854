"""Single exports from the table of deliveries, and a question."""

from __future__ import annotations

from typing import NamedTuple

from m3bench.checks import CsvTable, Expected
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.deliveries.data import (
    FILE,
    MANY,
    MONTHS,
    Delivery,
    deliveries_file,
    draw_deliveries,
    leader,
    sums,
)
from m3bench_suites.builders.verse.offices._shared.duck import SERVER, copy_to, only_made, query, tuples
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting

_READ = f"read_csv('{FILE}')"


class _Late(NamedTuple):
    rows: list[Delivery]
    depot: str
    late: list[Delivery]


def _late(draw: TaskDraw, part: int, month: str) -> _Late:
    rows = draw_deliveries(draw, part)
    depot = draw.pick(sorted({row.depot for row in rows}), "depot", part)
    late = [row for row in rows if row.depot == depot and row.status == "late" and row.day.startswith(month)]
    return _Late(rows, depot, late)


def late_deliveries(draw: TaskDraw) -> TaskSpec:
    """Export the late deliveries of a depot in a month."""
    month = draw.pick(sorted(MONTHS), "month")
    rows, depot, late = first_fitting(
        draw, lambda part: _late(draw, part, MONTHS[month]), lambda case: 3 <= len(case.late) <= 12
    )
    file = draw.pick(("late.csv", "delays.csv", "too_late.csv"), "file")
    columns = ("delivery", "day", "driver", "minutes")

    def plan() -> Plan:
        where = f"depot = '{depot}' AND status = 'late' AND day::VARCHAR LIKE '{MONTHS[month]}%'"
        select = f"SELECT {', '.join(columns)} FROM {_READ} WHERE {where} ORDER BY delivery"
        (done,) = yield [copy_to(file, select)]
        first = "ARG_MIN(driver, delivery)"
        (found,) = yield [
            query(f"SELECT COUNT(*), SUM(parcels)::INT, {first} FROM {_READ} WHERE {where}", done)
        ]
        count, parcels, driver = tuples(found)[0]
        wanted = tuple((row.delivery, row.day, row.driver, row.minutes) for row in late)
        return Solution(
            f"{count} late deliveries with {parcels} parcels are in {file}.",
            checks=(CsvTable(path=file, header=columns, rows=wanted), only_made(file)),
            fields={
                "rows": Expected(count, grounds=()),
                "parcels": Expected(parcels),
                "driver": Expected(driver),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": FILE, "out": file, "depot": depot, "month": month},
        plans=(plan,),
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        key_facts=(late[0].driver,),
    )


def depot_summary(draw: TaskDraw) -> TaskSpec:
    """Export totals for each depot."""

    def has_leader(rows: list[Delivery]) -> bool:
        return leader(sums(rows, lambda row: row.depot, lambda row: row.kilometres)) is not None

    rows = first_fitting(draw, lambda part: draw_deliveries(draw, part), has_leader)
    file = draw.pick(("depots.csv", "summary.csv", "by_depot.csv"), "file")
    header = ("depot", "deliveries", "parcels", "kilometres")
    depots = sums(rows, lambda row: row.depot)
    parcels = sums(rows, lambda row: row.depot, lambda row: row.parcels)
    distances = sums(rows, lambda row: row.depot, lambda row: row.kilometres)

    def plan() -> Plan:
        select = (
            "SELECT depot, COUNT(*) AS deliveries, SUM(parcels)::INT AS parcels, "
            f"ROUND(SUM(kilometres), 1) AS kilometres FROM {_READ} GROUP BY depot"
        )
        (done,) = yield [copy_to(file, f"{select} ORDER BY depot")]
        (found,) = yield [
            query(
                f"SELECT depot, deliveries, kilometres FROM read_csv('{file}') ORDER BY 3 DESC LIMIT 1", done
            )
        ]
        depot, count, distance = tuples(found)[0]
        wanted = tuple((name, int(depots[name]), int(parcels[name]), distances[name]) for name in depots)
        return Solution(
            f"{depot} drove most: {distance} km on {count} deliveries.",
            checks=(CsvTable(path=file, header=header, rows=wanted), only_made(file)),
            fields={
                "depot": Expected(depot),
                "kilometres": Expected(distance),
                "deliveries": Expected(count),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": FILE, "out": file},
        plans=(plan,),
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        key_facts=(str(leader(distances)),),
    )


def longest_driver(draw: TaskDraw) -> TaskSpec:
    """Find the driver with the most kilometres of a month in a long table."""
    month = draw.pick(sorted(MONTHS), "month")

    def of_month(rows: list[Delivery]) -> list[Delivery]:
        return [row for row in rows if row.day.startswith(MONTHS[month])]

    def best(rows: list[Delivery]) -> str | None:
        return leader(sums(of_month(rows), lambda row: row.driver, lambda row: row.kilometres))

    rows = first_fitting(
        draw, lambda part: draw_deliveries(draw, part, count=MANY), lambda found: best(found) is not None
    )

    def plan() -> Plan:
        (found,) = yield [
            query(
                "SELECT driver, ROUND(SUM(kilometres), 1) AS distance, COUNT(*), SUM(parcels)::INT "
                f"FROM {_READ} WHERE day::VARCHAR LIKE '{MONTHS[month]}%' GROUP BY driver "
                "ORDER BY distance DESC LIMIT 1"
            )
        ]
        driver, distance, count, parcels = tuples(found)[0]
        return Solution(
            f"{driver} drove {distance} km on {count} deliveries with {parcels} parcels.",
            checks=(only_made(),),
            fields={
                "driver": Expected(driver),
                "kilometres": Expected(distance),
                "deliveries": Expected(count),
                "parcels": Expected(parcels),
            },
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        words={"file": FILE, "month": month},
        plans=(plan,),
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        key_facts=(str(best(rows)),),
    )


def without_duplicates(draw: TaskDraw) -> TaskSpec:
    """Export the table without repeated rows."""
    rows = draw_deliveries(draw, count=220)
    again = draw.sample(rows, draw.whole(11, 24, "again"), "again")
    mixed = draw.sample([*rows, *again], len(rows) + len(again), "mixed")
    file = draw.pick(("clean.csv", "unique.csv", "deliveries_clean.csv"), "file")

    def plan() -> Plan:
        (done,) = yield [copy_to(file, f"SELECT DISTINCT * FROM {_READ} ORDER BY delivery")]
        (found,) = yield [
            query(
                f"SELECT (SELECT COUNT(*) FROM {_READ}) - COUNT(*), COUNT(*), SUM(minutes)::INT, "
                f"ARG_MIN(driver, delivery) FROM read_csv('{file}')",
                done,
            )
        ]
        removed, left, minutes, driver = tuples(found)[0]
        wanted = tuple(tuple(row) for row in rows)
        return Solution(
            f"{removed} repeated rows were left out; {left} rows with {minutes} minutes remain.",
            checks=(CsvTable(path=file, header=Delivery._fields, rows=wanted), only_made(file)),
            fields={
                "removed": Expected(removed),
                "left": Expected(left),
                "minutes": Expected(minutes),
                "driver": Expected(driver),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": FILE, "out": file},
        plans=(plan,),
        servers=(SERVER,),
        files=(deliveries_file(mixed),),
    )


SMALL_JOBS = (late_deliveries, depot_summary, longest_driver, without_duplicates)
