"""Films by title and year."""

from __future__ import annotations

from typing import Any

from m3bench.suites import CallResult
from m3bench_suites.builders.m3._shared.results import require, rows


def film_id(title: str, year: int, searched: CallResult) -> int:
    """Return the id of the film with this title and year. Raise `PlanError` if it is not the only one."""
    found: list[Any] = [
        each["id"]
        for each in rows(searched, "results")
        if each["title"] == title and str(each["release_date"]).startswith(str(year))
    ]
    require(len(found) == 1, f"a search does not identify the film {title}")
    return int(found[0])
