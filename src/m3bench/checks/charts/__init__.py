"""The check of charts that come with their specification."""

from m3bench.checks.charts.chart_data import SPEC_SUFFIX, ChartData, read_chart_spec

__all__ = ["SPEC_SUFFIX", "ChartData", "read_chart_spec"]
