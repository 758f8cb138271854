"""Summaries of many runs, to list and sort them."""

from m3bench.runs.listing.summary import (
    SORT_KEYS,
    RunSummary,
    find_runs,
    run_folders,
    sort_summaries,
    summarize_run,
)

__all__ = ["SORT_KEYS", "RunSummary", "find_runs", "run_folders", "sort_summaries", "summarize_run"]
