"""Delivery tables: query, join, split and export CSV files of a parcel service."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.offices._shared.deliveries.exports import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.deliveries.reports import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.deliveries.speeds import fast_tours

FAMILY = Family(
    number=61,
    name="delivery_tables",
    title="Delivery tables",
    goal="Query, join, clean, split and export the CSV files of a parcel service with DuckDB.",
    tasks=(*SMALL_JOBS, *LARGE_JOBS, fast_tours),
    kind="operation",
    modalities=("text", "files"),
    time_sensitive=False,
)
