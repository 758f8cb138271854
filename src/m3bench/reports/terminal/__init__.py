"""Scores, runs, judgements and servers on a terminal."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.reports.terminal.ablations import (
        CLEAN,
        CONDITIONS,
        GIVEN,
        condition,
        other_settings,
        print_seeing,
        seen_levels,
        without_condition,
    )
    from m3bench.reports.terminal.attacks import print_attacked
    from m3bench.reports.terminal.comparison import (
        MEAN,
        SUCCESS,
        ReportComparison,
        compare_metrics,
        compare_reports,
        comparison_to_dict,
        print_comparison,
    )
    from m3bench.reports.terminal.explanation import (
        print_explanation,
        print_planning_failures,
        print_verdicts,
    )
    from m3bench.reports.terminal.extras import extras_to_dict, print_extras
    from m3bench.reports.terminal.forging import ForgingProgress, print_forged
    from m3bench.reports.terminal.forms import form_rows, given_fields, print_filled
    from m3bench.reports.terminal.judging import judged_to_dict, print_judged, print_kin
    from m3bench.reports.terminal.judging_columns import JudgeColumns, judge_columns
    from m3bench.reports.terminal.judging_progress import LiveJudging, print_estimate
    from m3bench.reports.terminal.mcp_bench import (
        DIMENSION_OF,
        McpBenchMeans,
        mcp_bench_means,
        print_mcp_bench,
    )
    from m3bench.reports.terminal.outcomes import run_emergent_paths
    from m3bench.reports.terminal.progress import LiveRun
    from m3bench.reports.terminal.replay import print_replay, replay_record
    from m3bench.reports.terminal.runs import (
        met_limit,
        print_families,
        print_integrity,
        print_run,
        print_side_by_side,
        run_to_dict,
    )
    from m3bench.reports.terminal.servers import print_checks, print_plan, print_servers, print_tools
    from m3bench.reports.terminal.suites import print_suite, print_task, print_verified
    from m3bench.reports.terminal.tables import plain_table, print_report, repeated_text
    from m3bench.reports.terminal.transcripts import transcript_lines
    from m3bench.reports.terminal.trust import print_agreement, print_calibration
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "CLEAN",
    "CONDITIONS",
    "DIMENSION_OF",
    "GIVEN",
    "MEAN",
    "SUCCESS",
    "ForgingProgress",
    "JudgeColumns",
    "LiveJudging",
    "LiveRun",
    "McpBenchMeans",
    "ReportComparison",
    "compare_metrics",
    "compare_reports",
    "comparison_to_dict",
    "condition",
    "extras_to_dict",
    "form_rows",
    "given_fields",
    "judge_columns",
    "judged_to_dict",
    "mcp_bench_means",
    "met_limit",
    "other_settings",
    "plain_table",
    "print_agreement",
    "print_attacked",
    "print_calibration",
    "print_checks",
    "print_comparison",
    "print_estimate",
    "print_explanation",
    "print_extras",
    "print_families",
    "print_filled",
    "print_forged",
    "print_integrity",
    "print_judged",
    "print_kin",
    "print_mcp_bench",
    "print_plan",
    "print_planning_failures",
    "print_replay",
    "print_report",
    "print_run",
    "print_seeing",
    "print_servers",
    "print_side_by_side",
    "print_suite",
    "print_task",
    "print_tools",
    "print_verdicts",
    "print_verified",
    "repeated_text",
    "replay_record",
    "run_emergent_paths",
    "run_to_dict",
    "seen_levels",
    "transcript_lines",
    "without_condition",
]
