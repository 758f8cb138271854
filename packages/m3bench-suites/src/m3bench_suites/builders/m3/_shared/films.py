"""Films by title and year."""

from __future__ import annotations

from typing import Any

from m3bench.suites import CallResult
from m3bench_suites.builders.m3._shared.results import rows
from m3bench_suites.builders.tasks import require


def film_id(title: str, year: int, searched: CallResult) -> int:
    """Return the id of the film with this title and year. Raise `PlanError` if it is not the only one."""
    ids: list[Any] = [
        film["id"]
        for film in rows(searched, "results")
        if film["title"] == title and str(film["release_date"]).startswith(str(year))
    ]
    require(len(ids) == 1, f"a search does not identify the film {title}.")
    return int(ids[0])
