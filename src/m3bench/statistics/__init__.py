"""Statistics: confidence intervals, paired comparisons, pass@k and pass^k, agreement, and assignments."""

from m3bench.statistics.agreement import cohens_kappa, spearman, weighted_kappa
from m3bench.statistics.attempts import (
    PassRates,
    RepeatedTasks,
    pass_at_k,
    pass_hat_k,
    pass_rates,
    repeated_tasks,
)
from m3bench.statistics.bootstrap import bootstrap_interval
from m3bench.statistics.correction import adjusted_comparisons, holm
from m3bench.statistics.matching import assign, largest_matching
from m3bench.statistics.means import average_interval, mean_interval
from m3bench.statistics.pairs import paired_comparison, paired_successes
from m3bench.statistics.pooled import paired_means
from m3bench.statistics.proportions import success_interval, wilson_interval
from m3bench.statistics.records import Comparison, Interval, interval_record

__all__ = [
    "Comparison",
    "Interval",
    "PassRates",
    "RepeatedTasks",
    "adjusted_comparisons",
    "assign",
    "average_interval",
    "bootstrap_interval",
    "cohens_kappa",
    "holm",
    "interval_record",
    "largest_matching",
    "mean_interval",
    "paired_comparison",
    "paired_means",
    "paired_successes",
    "pass_at_k",
    "pass_hat_k",
    "pass_rates",
    "repeated_tasks",
    "spearman",
    "success_interval",
    "weighted_kappa",
    "wilson_interval",
]
