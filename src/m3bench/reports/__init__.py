"""Scores for people and for other programs: tables, explanations, files."""

from m3bench.reports.attacks import print_attacked
from m3bench.reports.comparison import (
    ReportComparison,
    compare_reports,
    comparison_to_dict,
    print_comparison,
)
from m3bench.reports.explanation import print_explanation
from m3bench.reports.export import (
    report_to_dict,
    require_parquet,
    rows,
    write_csv,
    write_json,
    write_json_document,
    write_parquet,
)
from m3bench.reports.extras import extras_to_dict, print_extras
from m3bench.reports.forms import given_fields, print_filled
from m3bench.reports.live import LiveRun
from m3bench.reports.reading import is_scores_file, read_scores, read_successes, warnings_in
from m3bench.reports.replay import print_replay, replay_record
from m3bench.reports.runs import (
    print_families,
    print_integrity,
    print_run,
    print_side_by_side,
    run_to_dict,
)
from m3bench.reports.servers import print_checks, print_servers, print_tools
from m3bench.reports.successes import Successes, strict_successes
from m3bench.reports.suites import print_suite, print_task, print_verified
from m3bench.reports.tables import print_report

__all__ = [
    "LiveRun",
    "ReportComparison",
    "Successes",
    "compare_reports",
    "comparison_to_dict",
    "extras_to_dict",
    "given_fields",
    "is_scores_file",
    "print_attacked",
    "print_checks",
    "print_comparison",
    "print_explanation",
    "print_extras",
    "print_families",
    "print_filled",
    "print_integrity",
    "print_replay",
    "print_report",
    "print_run",
    "print_servers",
    "print_side_by_side",
    "print_suite",
    "print_task",
    "print_tools",
    "print_verified",
    "read_scores",
    "read_successes",
    "replay_record",
    "report_to_dict",
    "require_parquet",
    "rows",
    "run_to_dict",
    "strict_successes",
    "warnings_in",
    "write_csv",
    "write_json",
    "write_json_document",
    "write_parquet",
]
