"""Order database: change the customers, products and orders of a shop, and ask about them."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.shop.chains import strongest_city
from m3bench_suites.builders.verse.offices._shared.shop.changes import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.shop.projects import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.shop.recalls import refunds

FAMILY = Family(
    number=60,
    name="order_database",
    title="Order database",
    goal="Insert, change, merge and delete rows of a shop's SQLite database, and find out what they say.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS, refunds, strongest_city),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
