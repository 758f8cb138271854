"""Scoring trajectories with explanations: serialize, encode, align, measure, aggregate."""

from m3bench.scoring.aggregate import (
    NO_FAMILY,
    by_family,
    interval_of_average,
    total,
    with_tasks,
)
from m3bench.scoring.align import Match
from m3bench.scoring.arguments import FieldComparison
from m3bench.scoring.columns import ScoreColumns
from m3bench.scoring.dialogue import (
    DialogueMetrics,
    dialogue_metrics,
    measure_dialogues,
    pool_dialogues,
)
from m3bench.scoring.evidence import EvidenceScore, folded_arguments, score_evidence
from m3bench.scoring.explain import ComparedCalls, Explanation, MetricReason, Unmatched, explain
from m3bench.scoring.extras import Extras, StructureExtra, TaskExtras, measure_extras
from m3bench.scoring.match import MatchMetrics, call_key, match_metrics, trajectory_match
from m3bench.scoring.metrics import METRICS, Metrics
from m3bench.scoring.pairs import Schemas
from m3bench.scoring.planning import Planning, PlanningFailure, find_planning_failures
from m3bench.scoring.profile import DEFAULT_PROFILE, M3, M3_RELEASED, PROFILES, TYPED, Profile, get_profile
from m3bench.scoring.provenance import Link, Origin, Provenance, Searcher, folded_result, says, trace
from m3bench.scoring.records import ScoreReport, TaskScore, Total
from m3bench.scoring.rules import (
    RuleChecker,
    RuleMetrics,
    RuleRates,
    ToolSchema,
    read_tools,
    recorded_rates,
)
from m3bench.scoring.scorer import DEFAULT_SEED, ProgressWatcher, Scorer
from m3bench.scoring.self_review import (
    SabotageResponse,
    SelfReview,
    SelfReviewLevel,
    artefact_patterns,
    find_self_review,
    sabotage_response,
)
from m3bench.scoring.serialize import serialize, serialize_released
from m3bench.scoring.structure import StructureMetrics, structure_metrics
from m3bench.scoring.taxonomy import BY_PEOPLE, Error, Group, KnownTool, Mistake, ToolBook, find_mistakes
from m3bench.statistics import (
    Comparison,
    Interval,
    PassRates,
    RepeatedTasks,
    adjusted_comparisons,
    bootstrap_interval,
    holm,
    interval_record,
    mean_interval,
    paired_comparison,
    paired_means,
    paired_successes,
    pass_at_k,
    pass_hat_k,
    pass_rates,
    repeated_tasks,
    success_interval,
)

__all__ = [
    "BY_PEOPLE",
    "DEFAULT_PROFILE",
    "DEFAULT_SEED",
    "M3",
    "M3_RELEASED",
    "METRICS",
    "NO_FAMILY",
    "PROFILES",
    "TYPED",
    "ComparedCalls",
    "Comparison",
    "DialogueMetrics",
    "Error",
    "EvidenceScore",
    "Explanation",
    "Extras",
    "FieldComparison",
    "Group",
    "Interval",
    "KnownTool",
    "Link",
    "Match",
    "MatchMetrics",
    "MetricReason",
    "Metrics",
    "Mistake",
    "Origin",
    "PassRates",
    "Planning",
    "PlanningFailure",
    "Profile",
    "ProgressWatcher",
    "Provenance",
    "RepeatedTasks",
    "RuleChecker",
    "RuleMetrics",
    "RuleRates",
    "SabotageResponse",
    "Schemas",
    "ScoreColumns",
    "ScoreReport",
    "Scorer",
    "Searcher",
    "SelfReview",
    "SelfReviewLevel",
    "StructureExtra",
    "StructureMetrics",
    "TaskExtras",
    "TaskScore",
    "ToolBook",
    "ToolSchema",
    "Total",
    "Unmatched",
    "adjusted_comparisons",
    "artefact_patterns",
    "bootstrap_interval",
    "by_family",
    "call_key",
    "dialogue_metrics",
    "explain",
    "find_mistakes",
    "find_planning_failures",
    "find_self_review",
    "folded_arguments",
    "folded_result",
    "get_profile",
    "holm",
    "interval_of_average",
    "interval_record",
    "match_metrics",
    "mean_interval",
    "measure_dialogues",
    "measure_extras",
    "paired_comparison",
    "paired_means",
    "paired_successes",
    "pass_at_k",
    "pass_hat_k",
    "pass_rates",
    "pool_dialogues",
    "read_tools",
    "recorded_rates",
    "repeated_tasks",
    "sabotage_response",
    "says",
    "score_evidence",
    "serialize",
    "serialize_released",
    "structure_metrics",
    "success_interval",
    "total",
    "trace",
    "trajectory_match",
    "with_tasks",
]
