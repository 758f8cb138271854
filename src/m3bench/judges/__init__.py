"""Scores that need a reader: judges, their ensembles, and how far they can be trusted."""

from m3bench.judges.asking import MOST_PICTURES, AskingJudge, Question
from m3bench.judges.averages import average_score, overall_score
from m3bench.judges.cache import CachedJudge, JudgementCache
from m3bench.judges.case import Case
from m3bench.judges.ensemble import FEWEST, Combined, Mean, ask_all, combined, mean_of, trimmed_mean
from m3bench.judges.fencing import Part, bounded, fenced, visible
from m3bench.judges.judgement import Judge, Judgement
from m3bench.judges.kinds import (
    READINGS,
    CompletionJudge,
    GroundingJudge,
    OutcomeJudge,
    RubricJudge,
    RubricScores,
    VisionJudge,
    consistency,
    information_grounding,
    rubric_scores,
    schema_understanding,
    seen,
    task_completion,
)
from m3bench.judges.registry import ENSEMBLE, MEASURES, judge_named, score_of
from m3bench.judges.tracing import case_of, trace_of
from m3bench.judges.vendors import kin_warning, of_one_house

__all__ = [
    "ENSEMBLE",
    "FEWEST",
    "MEASURES",
    "MOST_PICTURES",
    "READINGS",
    "AskingJudge",
    "CachedJudge",
    "Case",
    "Combined",
    "CompletionJudge",
    "GroundingJudge",
    "Judge",
    "Judgement",
    "JudgementCache",
    "Mean",
    "OutcomeJudge",
    "Part",
    "Question",
    "RubricJudge",
    "RubricScores",
    "VisionJudge",
    "ask_all",
    "average_score",
    "bounded",
    "case_of",
    "combined",
    "consistency",
    "fenced",
    "information_grounding",
    "judge_named",
    "kin_warning",
    "mean_of",
    "of_one_house",
    "overall_score",
    "rubric_scores",
    "schema_understanding",
    "score_of",
    "seen",
    "task_completion",
    "trace_of",
    "trimmed_mean",
    "visible",
]
