"""Command line: sort, filter, split, join and rotate files with commands of the shell."""

from __future__ import annotations

from m3bench.checks import CsvTable, Expected, TextFile
from m3bench.suites import DataFile, Plan, PlanError, Solution
from m3bench_suites.builders.tasks import Family, TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import COMMANDS, run
from m3bench_suites.builders.verse.folders._shared.files import gone, only_changed, text_file
from m3bench_suites.builders.verse.folders._shared.words import CITIES, GOODS, PEOPLE, SERVICES, email


def _subscribers(draw: TaskDraw) -> TaskSpec:
    """Lower case, unique, sorted."""
    mails = [email(person) for person in draw.sample(PEOPLE, 16, "people")]
    again = [mail.title() for mail in draw.sample(mails, 7, "again")]
    raw = draw.sample([*mails, *again], 23, "order")
    clean = sorted(mails)
    command = "tr A-Z a-z < lists/raw.txt | LC_ALL=C sort -u > lists/clean.txt"

    def plan() -> Plan:
        yield [run(f"{command} && wc -l < lists/clean.txt && tail -n 1 lists/clean.txt")]
        return Solution(
            answer=f"{len(clean)} addresses; the last is {clean[-1]}.",
            fields={"addresses": Expected(len(clean)), "last": Expected(clean[-1])},
            checks=(TextFile("lists/clean.txt", lines=tuple(clean)), only_changed("lists/clean.txt")),
        )

    return TaskSpec(
        level="L1",
        servers=(COMMANDS,),
        files=(text_file("lists/raw.txt", raw),),
        plans=(plan,),
        key_facts=(clean[-1],),
    )


def _reorder(draw: TaskDraw) -> TaskSpec:
    """Rows that meet a condition on two columns."""
    goods = draw.sample(GOODS, 14, "goods")
    low = set(draw.sample(range(14), 5, "low"))
    gaps = dict(zip(sorted(low), draw.sample(range(3, 60), 5, "gaps"), strict=True))
    rows = []
    for index, good in enumerate(goods):
        minimum = draw.whole(70, 300, "minimum", good)
        extra = draw.whole(0, 200, "extra", good)
        rows.append((good, f"S{draw.whole(1, 9, 'shelf', good)}", minimum - gaps.get(index, -extra), minimum))
    header = ("item", "shelf", "stock", "minimum")
    wanted = [rows[place] for place in sorted(low)]
    worst = max(wanted, key=lambda row: row[3] - row[2])

    def plan() -> Plan:
        yield [run("awk -F, 'NR == 1 || $3 + 0 < $4 + 0' stock.csv > reorder.csv && cat reorder.csv")]
        return Solution(
            answer=f"{len(wanted)} items; {worst[0]} is short by {worst[3] - worst[2]}.",
            fields={
                "items": Expected(len(wanted), grounds=tuple(row[0] for row in wanted)),
                "worst": Expected(worst[0]),
                "shortfall": Expected(
                    worst[3] - worst[2],
                    grounds=(
                        worst[2],
                        worst[3],
                    ),
                ),
            },
            checks=(CsvTable("reorder.csv", rows=tuple(wanted), header=header), only_changed("reorder.csv")),
        )

    return TaskSpec(
        level="L1",
        servers=(COMMANDS,),
        files=(DataFile("stock.csv", "csv", [header, *rows]),),
        plans=(plan,),
        key_facts=(worst[0],),
    )


def _parts(draw: TaskDraw) -> TaskSpec:
    """A file in pieces of the same length."""
    size, count = draw.whole(6, 9, "size"), draw.whole(31, 44, "count")
    lines = [
        f"{draw.pick(PEOPLE, 'who', i)}, {draw.whole(1, 240, 'no', i)} {draw.pick(GOODS, 'road', i)} road, "
        f"{draw.pick(CITIES, 'city', i)}"
        for i in range(count)
    ]
    pieces = [tuple(lines[start : start + size]) for start in range(0, count, size)]
    paths = [f"parts/part_{index:02d}" for index in range(len(pieces))]
    split = f"mkdir -p parts && split -l {size} -d -a 2 addresses.txt parts/part_"

    def plan() -> Plan:
        yield [run(f"{split} && ls parts && head -n 1 {paths[-1]}")]
        return Solution(
            answer=f"{len(pieces)} files; the last begins with {pieces[-1][0]}.",
            fields={"files": Expected(len(pieces)), "first_line": Expected(pieces[-1][0])},
            checks=(
                *(TextFile(path, lines=piece) for path, piece in zip(paths, pieces, strict=True)),
                only_changed(*paths),
            ),
        )

    return TaskSpec(
        words={"size": size},
        level="L1",
        servers=(COMMANDS,),
        files=(text_file("addresses.txt", lines),),
        plans=(plan,),
        key_facts=(pieces[-1][0],),
    )


def _days(draw: TaskDraw) -> TaskSpec:
    """Several tables become one, with one header."""
    month = f"2025-{draw.whole(1, 12, 'month'):02d}"
    days = [f"{month}-{day:02d}" for day in sorted(draw.sample(range(1, 29), 4, "days"))]
    tables = {
        day: [
            (day, draw.pick(CITIES, day, i), draw.whole(120, 9900, day, "amount", i))
            for i in range(draw.whole(4, 9, day, "rows"))
        ]
        for day in days
    }
    rows = [row for day in days for row in tables[day]]
    header, total = ("day", "shop", "amount"), sum(row[2] for row in rows)
    command = (
        f"head -n 1 days/{days[0]}.csv > all.csv && for f in days/*.csv; do tail -n +2 $f >> all.csv; done"
    )
    count = "awk -F, 'NR > 1 { n++; s += $3 } END { print n, s }' all.csv"

    def plan() -> Plan:
        (listing,) = yield [run("ls days")]
        yield [run(f"{command} && {count}", listing)]
        return Solution(
            answer=f"{len(rows)} rows, {total} in all.",
            fields={"rows": Expected(len(rows)), "total": Expected(total)},
            checks=(CsvTable("all.csv", rows=tuple(rows), header=header), only_changed("all.csv")),
        )

    return TaskSpec(
        level="L1",
        servers=(COMMANDS,),
        files=tuple(DataFile(f"days/{day}.csv", "csv", [header, *tables[day]]) for day in days),
        plans=(plan,),
        key_facts=(str(total),),
    )


def _joined(draw: TaskDraw) -> TaskSpec:
    """Sums of one table, by the names of another."""
    people, ids = draw.sample(PEOPLE, 7, "people"), draw.sample(range(210, 990), 7, "ids")
    buyers = draw.sample(range(7), 5, "buyers")
    base = draw.sample(range(40, 90), 5, "base")
    orders = [
        (5000 + 10 * index + turn, ids[buyer], 100 * base[index] + draw.whole(1, 99, "amount", index, turn))
        for index, buyer in enumerate(buyers)
        for turn in range(1 + (index + draw.number) % 3)
    ]
    sums = {b: sum(amount for _, buyer, amount in orders if buyer == ids[b]) for b in buyers}
    if len(set(sums.values())) < len(sums):
        raise PlanError(f"{draw.id}: two customers have the same total.")
    ranking = sorted(buyers, key=lambda b: -sums[b])
    rows = tuple((people[b], sums[b]) for b in ranking)
    add = (
        "awk -F, 'FNR == 1 { next } FNR == NR { name[$1] = $2; next } { sum[name[$2]] += $3 } "
        'END { for (n in sum) print n "," sum[n] }\' customers.csv orders.csv'
    )
    mixed = draw.sample(orders, len(orders), "mixed")

    def plan() -> Plan:
        heads = yield [run("head -n 3 customers.csv orders.csv")]
        (added,) = yield [run(f"{add} | sort -t, -k2,2nr", *heads)]
        yield [run(f"{{ echo customer,total; {add} | sort -t, -k2,2nr; }} > totals.csv && ls *.csv", added)]
        yield [run("cat totals.csv && wc -l < totals.csv", added)]
        return Solution(
            answer=f"{rows[0][0]} is first with {rows[0][1]}; {len(rows)} customers ordered.",
            fields={
                "first": Expected(rows[0][0]),
                "total": Expected(rows[0][1]),
                "customers": Expected(len(rows), grounds=tuple(row[0] for row in rows)),
            },
            checks=(
                CsvTable("totals.csv", rows=rows, header=("customer", "total")),
                only_changed("totals.csv"),
            ),
        )

    return TaskSpec(
        level="L2",
        servers=(COMMANDS,),
        files=(
            DataFile("customers.csv", "csv", [("id", "name"), *zip(ids, people, strict=True)]),
            DataFile("orders.csv", "csv", [("order", "customer", "amount"), *mixed]),
        ),
        plans=(plan,),
        key_facts=(rows[0][0], str(rows[0][1])),
    )


def _rotation(draw: TaskDraw) -> TaskSpec:
    """Files move up by one, and the oldest goes."""
    log = draw.pick(SERVICES, "log")
    jobs = draw.sample(range(20_100, 98_000), 4, "jobs")
    names = [f"logs/{log}.log", *(f"logs/{log}.log.{n}" for n in (1, 2, 3))]
    bodies = [(f"job {job}", f"{draw.pick(GOODS, 'good', job)} done", "stopped") for job in jobs]
    move = f"mv {log}.log.2 {log}.log.3 && mv {log}.log.1 {log}.log.2 && mv {log}.log {log}.log.1"

    def plan() -> Plan:
        (heads,) = yield [run(f"grep job logs/{log}.log*")]
        (moved,) = yield [run(f"cd logs && rm {log}.log.3 && {move} && ls", heads)]
        (begun,) = yield [run(f"echo started > {names[0]} && ls logs", moved)]
        yield [run(f"grep job logs/{log}.log.*", begun)]
        return Solution(
            answer=f"Job {jobs[3]} was dropped; job {jobs[0]} is in {log}.log.1.",
            fields={"dropped": Expected(jobs[3]), "now_first": Expected(jobs[0])},
            checks=(
                TextFile(names[0], lines=("started",)),
                *(TextFile(path, lines=body) for path, body in zip(names[1:], bodies, strict=False)),
                gone(f"logs/{log}.log.4"),
                only_changed(*names),
            ),
        )

    return TaskSpec(
        words={"name": log},
        level="L2",
        servers=(COMMANDS,),
        files=tuple(text_file(path, body) for path, body in zip(names, bodies, strict=True)),
        plans=(plan,),
        key_facts=(str(jobs[3]), str(jobs[0])),
    )


FAMILY = Family(
    number=42,
    name="command_line",
    title="Command line",
    goal="Sort, filter, split, join and rotate files with commands of the shell.",
    tasks=(_subscribers, _reorder, _parts, _days, _joined, _rotation),
    kind="operation",
    time_sensitive=False,
)
