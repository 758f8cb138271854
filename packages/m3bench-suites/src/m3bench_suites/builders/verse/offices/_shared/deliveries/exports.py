"""Single exports from the table of deliveries, and a question."""

from __future__ import annotations

from typing import NamedTuple

from m3bench.checks import CsvTable, Expected
from m3bench.suites import Plan, Solution
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
from m3bench_suites.builders.verse.offices._shared.job import (
    RETRIEVAL,
    Job,
    Wording,
    first_fitting,
    number,
    text,
)
from m3bench_suites.builders.verse.offices._shared.values import counted

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


_LATE_DELIVERIES = Wording(
    requests=(
        """From {file}, write the late deliveries of the depot {depot} in {month} 2025 to {out}, with the
        columns delivery, day, driver and minutes, sorted by delivery. How many are there, how many
        parcels did they carry together, and who is the driver in the first row?""",
        """Export to {out} all deliveries in {file} that were late, from the depot {depot} and in {month}
        2025: the columns delivery, day, driver, minutes, in the order of the delivery number. Tell me
        how many rows that is, the sum of their parcels, and the driver of the first row.""",
    ),
    fuzzy=(
        """I need a list of what came late from {depot} in {month} 2025. Take it from {file} and save
        delivery, day, driver and minutes to {out}, by delivery number. How many was that, how many
        parcels in all, and whose is the first one?""",
        """Which deliveries of the {depot} depot were late in {month} 2025? Put them ({file} has them)
        into {out} with delivery, day, driver, minutes, ordered by delivery, and tell me their number,
        the parcels in them, and the driver of the first.""",
    ),
)


def late_deliveries(draw: TaskDraw) -> Job:
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
            fields={"rows": counted(count), "parcels": Expected(parcels), "driver": Expected(driver)},
        )

    return Job(
        level="L1",
        wording=_LATE_DELIVERIES,
        words={"file": FILE, "out": file, "depot": depot, "month": month},
        fields=(
            number("rows", "how many deliveries the new file has"),
            number("parcels", "the sum of their parcels"),
            text("driver", "the driver of the first delivery in the new file"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        secrets=(late[0].driver,),
    )


_DEPOT_SUMMARY = Wording(
    requests=(
        """Summarize {file} by depot in {out}: the columns depot, deliveries (their number), parcels and
        kilometres (sums; kilometres with one decimal), one row for each depot, sorted by depot. Which
        depot has the most kilometres, how many, and on how many deliveries?""",
        """Please make {out} from {file}, one row per depot in alphabetical order, with depot, deliveries
        (count), parcels (sum) and kilometres (sum, one decimal). Then tell me the depot with the most
        kilometres, that distance and its number of deliveries.""",
    ),
    fuzzy=(
        """How do our depots compare? Total up {file} by depot into {out} (depot, deliveries, parcels,
        kilometres to one decimal, alphabetical) and tell me who drove furthest, how far and in how
        many deliveries.""",
        """I'd like the totals per depot from {file} in {out}: depot, deliveries, parcels, kilometres with
        one decimal, sorted by name. Which depot covers the longest distance, what is it, and how many
        deliveries were that?""",
    ),
)


_DEPOT_SUMMARY_FIELDS = (
    text("depot", "the depot with the most kilometres"),
    number("kilometres", "its kilometres"),
    number("deliveries", "its number of deliveries"),
)


def depot_summary(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        wording=_DEPOT_SUMMARY,
        words={"file": FILE, "out": file},
        fields=_DEPOT_SUMMARY_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        secrets=(str(leader(distances)),),
    )


_LONGEST_DRIVER = Wording(
    requests=(
        """Which driver in {file} drove the most kilometres in {month} 2025? Give the sum of kilometres
        (one decimal), the number of deliveries and the number of parcels of this driver in that month.""",
        """Go through {file}: who has the largest sum of kilometres in {month} 2025, how large is it (one
        decimal), and how many deliveries and parcels did this driver have that month?""",
    ),
    fuzzy=(
        """Who was on the road the most in {month} 2025, by kilometres in {file}? I need the distance to
        one decimal, the deliveries and the parcels.""",
        """Find out from {file} who drove furthest in {month} 2025, and how far (one decimal), with how
        many deliveries and parcels.""",
    ),
)


_LONGEST_DRIVER_FIELDS = (
    text("driver", "the driver with the most kilometres"),
    number("kilometres", "the kilometres of this driver in the month"),
    number("deliveries", "the deliveries of this driver in the month"),
    number("parcels", "the parcels of this driver in the month"),
)


def longest_driver(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        kind=RETRIEVAL,
        wording=_LONGEST_DRIVER,
        words={"file": FILE, "month": month},
        fields=_LONGEST_DRIVER_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(deliveries_file(rows),),
        secrets=(str(best(rows)),),
    )


_WITHOUT_DUPLICATES = Wording(
    requests=(
        """{file} contains some rows twice. Write {out} with the same columns, each row once, sorted by
        delivery. How many rows are left out, how many remain, how many minutes do the remaining
        ones have in total, and who is the driver in the first row?""",
        """Remove the repeated rows of {file}: save every row only once to {out}, all columns, in the
        order of delivery. I want to know how many rows were dropped, how many there are now, the sum
        of their minutes, and the driver of the first one.""",
    ),
    fuzzy=(
        """Somebody imported part of {file} twice. Save a clean copy without the repeats as {out}, ordered
        by delivery, and tell me how many rows went, how many stayed, the total minutes of what
        stayed, and whose tour is now in the first row.""",
        """Please get rid of the double rows in {file}; the result goes to {out}, sorted by delivery. How
        many were double, how many rows are left, how many minutes do these add up to, and who drove the
        first one?""",
    ),
)


def without_duplicates(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        wording=_WITHOUT_DUPLICATES,
        words={"file": FILE, "out": file},
        fields=(
            number("removed", "how many rows were left out"),
            number("left", "how many rows the new file has"),
            number("minutes", "the sum of their minutes"),
            text("driver", "the driver of the first row in the new file"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(deliveries_file(mixed),),
    )


SMALL_JOBS = (late_deliveries, depot_summary, longest_driver, without_duplicates)
