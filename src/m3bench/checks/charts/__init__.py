"""The check of charts that come with their specification."""

from m3bench.checks.charts.chart_data import ChartData

__all__ = ["ChartData"]
