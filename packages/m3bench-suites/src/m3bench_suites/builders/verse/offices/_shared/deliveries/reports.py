"""Exports from several tables and to several files, and a chain of questions."""

from __future__ import annotations

from typing import NamedTuple

from m3bench.checks import CsvTable, Expected
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.deliveries.data import (
    FILE,
    MANY,
    Delivery,
    deliveries_file,
    draw_deliveries,
    leader,
    sums,
    table_file,
)
from m3bench_suites.builders.verse.offices._shared.duck import SERVER, copy_to, only_made, query, tuples
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.values import amount

_READ = f"read_csv('{FILE}')"
_RATES = "rates.csv"


class _Payroll(NamedTuple):
    rows: list[Delivery]
    rates: dict[str, float]

    def pay(self) -> dict[str, float]:
        distances = sums(self.rows, lambda row: row.driver, lambda row: row.kilometres)
        return {name: round(distance * self.rates[name], 2) for name, distance in distances.items()}


def _payroll(draw: TaskDraw, part: int) -> _Payroll:
    """Draw rates of 10 cents, so that the pay has no fractions of cents."""
    rows = draw_deliveries(draw, part, count=180)
    drivers = sorted({row.driver for row in rows})
    return _Payroll(rows, {name: draw.whole(3, 9, "rate", part, name) / 10 for name in drivers})


def pay_of_drivers(draw: TaskDraw) -> TaskSpec:
    """Compute the pay of drivers from two tables."""
    case = first_fitting(draw, lambda part: _payroll(draw, part), lambda case: leader(case.pay()) is not None)
    file = draw.pick(("pay.csv", "payroll.csv", "wages.csv"), "file")
    rates = table_file(
        _RATES, ("driver", "rate"), draw.sample(list(case.rates.items()), len(case.rates), "order")
    )

    def plan() -> Plan:
        looks = yield [query(f"DESCRIBE SELECT * FROM {_READ}"), query(f"SELECT * FROM read_csv('{_RATES}')")]
        select = (
            "SELECT d.driver, ROUND(SUM(d.kilometres), 1) AS kilometres, "
            f"ROUND(ROUND(SUM(d.kilometres), 1) * r.rate, 2) AS pay FROM {_READ} d "
            f"JOIN read_csv('{_RATES}') r ON r.driver = d.driver GROUP BY d.driver, r.rate ORDER BY d.driver"
        )
        (done,) = yield [copy_to(file, select, *looks)]
        best, total = yield [
            query(f"SELECT driver, pay FROM read_csv('{file}') ORDER BY pay DESC LIMIT 1", done),
            query(f"SELECT ROUND(SUM(pay), 2) FROM read_csv('{file}')", done),
        ]
        driver, pay = tuples(best)[0]
        distances = sums(case.rows, lambda row: row.driver, lambda row: row.kilometres)
        wanted = tuple((name, distances[name], value) for name, value in case.pay().items())
        return Solution(
            f"{driver} earns most, {pay}; all together get {tuples(total)[0][0]}.",
            checks=(
                CsvTable(path=file, header=("driver", "kilometres", "pay"), rows=wanted),
                only_made(file),
            ),
            fields={"driver": Expected(driver), "pay": amount(pay), "total": amount(tuples(total)[0][0])},
        )

    return TaskSpec(
        level="L2",
        words={"file": FILE, "rates": _RATES, "out": file},
        plans=(plan,),
        servers=(SERVER,),
        files=(deliveries_file(case.rows), rates),
        key_facts=(str(leader(case.pay())),),
    )


def file_per_depot(draw: TaskDraw) -> TaskSpec:
    """Split the table into one file for each depot."""
    rows = first_fitting(
        draw,
        lambda part: draw_deliveries(draw, part, count=170, depots=3),
        lambda rows: leader(sums(rows, lambda row: row.depot)) is not None,
    )
    depots = sorted({row.depot for row in rows})

    def plan() -> Plan:
        (known,) = yield [query(f"SELECT depot, COUNT(*) FROM {_READ} GROUP BY depot ORDER BY depot")]
        done = yield [
            copy_to(
                f"{depot.lower()}.csv",
                f"SELECT * EXCLUDE (depot) FROM {_READ} WHERE depot = '{depot}' ORDER BY delivery",
                known,
            )
            for depot, _ in tuples(known)
        ]
        (found,) = yield [
            query(
                f"SELECT depot, COUNT(*), SUM(parcels)::INT FROM {_READ} GROUP BY depot "
                "ORDER BY 2 DESC LIMIT 1",
                *done,
            )
        ]
        depot, count, parcels = tuples(found)[0]
        header = tuple(name for name in Delivery._fields if name != "depot")
        tables = tuple(
            CsvTable(path=f"{name.lower()}.csv", header=header, rows=_without_depot(rows, name))
            for name in depots
        )
        return Solution(
            f"{depot} has the largest file: {count} rows with {parcels} parcels.",
            checks=(*tables, only_made(*(f"{name.lower()}.csv" for name in depots))),
            fields={"depot": Expected(depot), "rows": Expected(count), "parcels": Expected(parcels)},
        )

    return TaskSpec(
        level="L2",
        words={"file": FILE, "example": "westhaven.csv"},
        plans=(plan,),
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        key_facts=tuple(depots),
    )


def _without_depot(rows: list[Delivery], depot: str) -> tuple[tuple[object, ...], ...]:
    return tuple((row.delivery, row.day, *row[3:]) for row in rows if row.depot == depot)


class _WorstDay(NamedTuple):
    rows: list[Delivery]
    day: str
    depot: str


def _worst_day(draw: TaskDraw, part: int) -> _WorstDay | None:
    rows = draw_deliveries(draw, part, count=MANY)
    day = leader(sums((row for row in rows if row.status == "late"), lambda row: row.day))
    depot = leader(
        sums((row for row in rows if row.day == day), lambda row: row.depot, lambda row: row.minutes)
    )
    tours = sums(
        (row for row in rows if (row.day, row.depot) == (day, depot)),
        lambda row: row.delivery,
        lambda row: row.kilometres,
    )
    return _WorstDay(rows, day, depot) if day and depot and leader(tours) else None


def _worst_day_plan() -> Plan:
    (days,) = yield [
        query(
            f"SELECT day::VARCHAR, COUNT(*) FROM {_READ} WHERE status = 'late' GROUP BY day "
            "ORDER BY 2 DESC LIMIT 1"
        )
    ]
    day, late = tuples(days)[0]
    (depots,) = yield [
        query(
            f"SELECT depot, SUM(minutes)::INT FROM {_READ} WHERE day = '{day}' GROUP BY depot "
            "ORDER BY 2 DESC LIMIT 1",
            days,
        )
    ]
    depot, minutes = tuples(depots)[0]
    (tours,) = yield [
        query(
            f"SELECT delivery, driver, kilometres FROM {_READ} WHERE day = '{day}' AND depot = '{depot}' "
            "ORDER BY kilometres DESC, delivery",
            days,
            depots,
        )
    ]
    longest = tuples(tours)[0]
    return Solution(
        f"{day} had {late} late deliveries. {depot} worked longest, {minutes} minutes; its longest tour "
        f"was {longest[0]} with {longest[2]} km.",
        checks=(only_made(),),
        fields={
            "day": Expected(day),
            "late": Expected(late, grounds=(day,)),
            "depot": Expected(depot),
            "minutes": Expected(minutes),
            "delivery": Expected(longest[0]),
        },
    )


def worst_day(draw: TaskDraw) -> TaskSpec:
    """Find the day with the most late deliveries, and what happened on it."""
    case = first_fitting(draw, lambda part: _worst_day(draw, part))
    assert case is not None

    return TaskSpec(
        level="L2",
        kind="retrieval",
        words={"file": FILE},
        plans=(_worst_day_plan,),
        servers=(SERVER,),
        files=(deliveries_file(case.rows),),
        key_facts=(case.day, case.depot),
    )


LARGE_JOBS = (pay_of_drivers, file_per_depot, worst_day)
