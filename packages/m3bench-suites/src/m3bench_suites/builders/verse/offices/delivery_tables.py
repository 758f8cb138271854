"""Delivery tables: query, join, split and export CSV files of a parcel service."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.offices._shared.deliveries.exports import SMALL_JOBS
from m3bench_suites.builders.verse.offices._shared.deliveries.reports import LARGE_JOBS
from m3bench_suites.builders.verse.offices._shared.deliveries.speeds import fast_tours
from m3bench_suites.builders.verse.offices._shared.job import make_job

JOBS = (*SMALL_JOBS, *LARGE_JOBS, fast_tours)


def make(draw: TaskDraw) -> Blueprint:
    return make_job(draw, JOBS)


FAMILY = VerseFamily(
    number=61,
    name="delivery_tables",
    title="Delivery tables",
    goal="Query, join, clean, split and export the CSV files of a parcel service with DuckDB.",
    make=make,
)
