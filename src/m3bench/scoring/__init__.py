"""From trajectories to an explained score: serialize, encode, align, measure, aggregate."""

from m3bench.scoring.aggregate import NO_FAMILY, by_family, interval_of_average, numerators_and_weights, total
from m3bench.scoring.align import Match
from m3bench.scoring.evidence import EvidenceScore, evidence_of
from m3bench.scoring.explain import Explanation, MetricReason, Unmatched, explain
from m3bench.scoring.extras import Extras, StructureExtra, TaskExtras, measure_extras
from m3bench.scoring.match import MatchMetrics, match_metrics, trajectory_match
from m3bench.scoring.metrics import METRICS, Metrics
from m3bench.scoring.profile import M3, M3_RELEASED, PROFILES, Profile, get_profile
from m3bench.scoring.provenance import Origin, Provenance, folded_result, says, trace
from m3bench.scoring.records import ScoreReport, TaskScore, Total
from m3bench.scoring.rules import RuleChecker, RuleMetrics, read_tools
from m3bench.scoring.scorer import DEFAULT_SEED, Scorer, Watcher
from m3bench.scoring.serialize import serialize, serialize_released
from m3bench.scoring.statistics import (
    Comparison,
    Interval,
    PassRates,
    bootstrap_interval,
    paired_comparison,
    pass_at_k,
    pass_hat_k,
    pass_rates,
)
from m3bench.scoring.structure import StructureMetrics, structure_metrics
from m3bench.scoring.taxonomy import find_mistakes
from m3bench.scoring.taxonomy_parameters import KnownTool, ToolBook
from m3bench.scoring.taxonomy_records import Error, Mistake

__all__ = [
    "DEFAULT_SEED",
    "M3",
    "M3_RELEASED",
    "METRICS",
    "NO_FAMILY",
    "PROFILES",
    "Comparison",
    "Error",
    "EvidenceScore",
    "Explanation",
    "Extras",
    "Interval",
    "KnownTool",
    "Match",
    "MatchMetrics",
    "MetricReason",
    "Metrics",
    "Mistake",
    "Origin",
    "PassRates",
    "Profile",
    "Provenance",
    "RuleChecker",
    "RuleMetrics",
    "ScoreReport",
    "Scorer",
    "StructureExtra",
    "StructureMetrics",
    "TaskExtras",
    "TaskScore",
    "ToolBook",
    "Total",
    "Unmatched",
    "Watcher",
    "bootstrap_interval",
    "by_family",
    "evidence_of",
    "explain",
    "find_mistakes",
    "folded_result",
    "get_profile",
    "interval_of_average",
    "match_metrics",
    "measure_extras",
    "numerators_and_weights",
    "paired_comparison",
    "pass_at_k",
    "pass_hat_k",
    "pass_rates",
    "read_tools",
    "says",
    "serialize",
    "serialize_released",
    "structure_metrics",
    "total",
    "trace",
    "trajectory_match",
]
