"""Parts of `m3bench run`: its options, what they mean for a new run, and which may be given with --resume."""

from m3bench.cli.running.launch.dry_run import missing_attempts, print_dry_run
from m3bench.cli.running.launch.resuming import (
    OPTIONS,
    OnResume,
    given_limits,
    limit_names,
    require_same,
    settings_options,
    started_by,
    started_in,
)
from m3bench.cli.running.launch.run_table import print_summaries
from m3bench.cli.running.launch.study import Study, is_matrix, require_no_study

__all__ = [
    "OPTIONS",
    "OnResume",
    "Study",
    "given_limits",
    "is_matrix",
    "limit_names",
    "missing_attempts",
    "print_dry_run",
    "print_summaries",
    "require_no_study",
    "require_same",
    "settings_options",
    "started_by",
    "started_in",
]
