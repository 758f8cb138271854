"""Decks of several slides, from several servers."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial

from m3bench.checks import Expected, NoStrayFiles, SlideChart, SlideTable, SlideTexts, Tolerance
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.tasks import TaskSpec, computed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import decks, duck, sql
from m3bench_suites.builders.verse.offices._shared.decks import Deck
from m3bench_suites.builders.verse.offices._shared.deliveries.data import (
    FILE,
    Delivery,
    deliveries_file,
    draw_deliveries,
    leader,
    sums,
)
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.shop.data import DATABASE, Shop, draw_shop
from m3bench_suites.builders.verse.offices._shared.sql import query, records
from m3bench_suites.builders.verse.offices._shared.values import CENT, amount

_ROUNDED = Tolerance(absolute=0.006)


def _by_category(shop: Shop) -> dict[str, float]:
    """Return the revenue from shipped orders by category, largest first."""
    found: defaultdict[str, float] = defaultdict(float)
    for order in shop.orders:
        if order.status == "shipped":
            found[shop.product(order.product_id).category] += shop.value(order)
    ranked = sorted(found, key=lambda name: found[name], reverse=True)
    return {name: round(found[name], 2) for name in ranked}


def _is_ranked(shop: Shop) -> bool:
    values = list(_by_category(shop).values())
    open_orders = Counter(order.customer_id for order in shop.orders if order.status == "open").most_common(2)
    return len(set(values)) == len(values) and open_orders[0][1] > open_orders[1][1]


def _sales_deck_plan(file: str, ranked: dict[str, float]) -> Plan:
    joined = "FROM orders o JOIN products p ON p.id = o.product_id JOIN customers c ON c.id = o.customer_id"
    revenue, waiting = yield [
        query(
            f"SELECT p.category, ROUND(SUM(o.quantity * p.price), 2) AS revenue {joined} "
            "WHERE o.status = 'shipped' GROUP BY p.category ORDER BY revenue DESC"
        ),
        query(
            f"SELECT c.name, COUNT(*) AS orders, SUM(o.quantity) AS pieces {joined} "
            "WHERE o.status = 'open' GROUP BY c.id ORDER BY orders DESC LIMIT 1"
        ),
    ]
    rows = [(row["category"], row["revenue"]) for row in records(revenue)]
    top = records(waiting)[0]
    (made,) = yield [Deck.create(revenue, waiting)]
    deck = Deck(made)
    (first,) = yield [deck.plain_slide("Revenue by category")]
    (table,) = yield [deck.table(first, [("Category", "Revenue"), *rows], revenue)]
    (second,) = yield [deck.points_slide("Open orders", table)]
    (points,) = yield [deck.points(second, [top["name"], f"{top['orders']} open orders"], waiting)]
    yield [deck.save(file, table, points)]
    return Solution(
        f"{rows[0][0]} leads with {rows[0][1]}; {top['name']} has {top['orders']} open orders.",
        checks=(
            SlideTexts(
                path=file,
                per_slide=(
                    ("Revenue by category",),
                    ("Open orders", top["name"], f"{top['orders']} open orders"),
                ),
                at_least=2,
            ),
            SlideTable(path=file, rows=tuple(ranked.items()), slide=1, tolerance=CENT),
            NoStrayFiles((file,)),
        ),
        fields={
            "category": Expected(rows[0][0]),
            "revenue": amount(float(rows[0][1])),
            "customer": Expected(top["name"]),
            "pieces": Expected(int(top["pieces"])),
        },
    )


def sales_deck(draw: TaskDraw) -> TaskSpec:
    """Show revenue by category and the customer with the most open orders."""
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), _is_ranked)
    file = draw.pick(("sales.pptx", "review.pptx", "figures.pptx"), "file")
    ranked = _by_category(shop)

    return TaskSpec(
        level="L3",
        words={"file": file, "source": DATABASE},
        plans=(partial(_sales_deck_plan, file, ranked),),
        servers=(sql.SERVER, decks.SERVER),
        files=(shop.file(),),
        key_facts=(next(iter(ranked)),),
    )


def _late_shares(rows: list[Delivery]) -> dict[str, tuple[int, int]]:
    """Return late and all deliveries by depot."""
    every, late = (
        sums(rows, lambda row: row.depot),
        sums((row for row in rows if row.status == "late"), lambda row: row.depot),
    )
    return {name: (int(late.get(name, 0)), int(every[name])) for name in every}


def _has_worst(rows: list[Delivery]) -> bool:
    shares = {name: late / count for name, (late, count) in _late_shares(rows).items()}
    numbers = {name: float(late) for name, (late, _) in _late_shares(rows).items()}
    *_, second, first = sorted(shares.values())
    return first - second > 0.01 and min(numbers.values()) > 1 and leader(numbers) is not None


def _delays_deck_plan(file: str, shares: dict[str, tuple[int, int]]) -> Plan:
    (found,) = yield [
        duck.query(
            "SELECT depot, (COUNT(*) FILTER (status = 'late'))::INT, COUNT(*)::INT, "
            f"(SUM(parcels) FILTER (status = 'late'))::INT FROM read_csv('{FILE}') "
            "GROUP BY depot ORDER BY depot"
        )
    ]
    depots = duck.tuples(found)
    worst = max(depots, key=lambda row: row[1] / row[2])
    part, made = yield [
        call("math/division", found, numerator=worst[1] * 100, denominator=worst[2]),
        Deck.create(found),
    ]
    share = round(float(part.text), 1)
    deck = Deck(made)
    (first,) = yield [deck.plain_slide("Late deliveries")]
    (chart,) = yield [deck.bars(first, [row[0] for row in depots], [row[1] for row in depots], "Late", found)]
    (second,) = yield [deck.points_slide("Where to look", chart)]
    (points,) = yield [deck.points(second, [f"{worst[0]}: {share} % late"], found, part)]
    yield [deck.save(file, chart, points)]
    names = tuple(shares)
    return Solution(
        f"{worst[0]} has the highest share, {share} %, with {worst[3]} parcels.",
        checks=(
            SlideTexts(
                path=file,
                per_slide=(("Late deliveries",), ("Where to look", f"{worst[0]}: {share} % late")),
                at_least=2,
            ),
            SlideChart(
                path=file,
                chart="bar",
                categories=names,
                values=tuple(float(shares[name][0]) for name in names),
                slide=1,
            ),
            duck.only_made(file),
        ),
        fields={
            "depot": Expected(worst[0]),
            "share": computed(share, (worst[1], worst[2]), Tolerance(absolute=0.06)),
            "parcels": Expected(worst[3]),
        },
    )


def delays_deck(draw: TaskDraw) -> TaskSpec:
    """Show late deliveries by depot, and the share of the worst one."""
    rows = first_fitting(draw, lambda part: draw_deliveries(draw, part, count=240, depots=4), _has_worst)
    file = draw.pick(("delays.pptx", "late.pptx", "quality.pptx"), "file")
    shares = _late_shares(rows)

    return TaskSpec(
        level="L3",
        words={"file": file, "source": FILE},
        plans=(partial(_delays_deck_plan, file, shares),),
        servers=(duck.SERVER, "math", decks.SERVER),
        files=(deliveries_file(rows),),
    )


LARGE_JOBS = (sales_deck, delays_deck)
