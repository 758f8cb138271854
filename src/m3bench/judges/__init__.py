"""Scores that need a reader: judges, their ensembles, and how far they can be trusted."""

from m3bench.judges.asking import AskingJudge, Question
from m3bench.judges.axes import RubricScores, rubric_scores, schema_understanding
from m3bench.judges.cache import CachedJudge, JudgementCache
from m3bench.judges.case import Case
from m3bench.judges.completion import CompletionJudge, task_completion
from m3bench.judges.ensemble import Combined, Mean, ask_all, combined, mean_of, trimmed_mean
from m3bench.judges.fencing import Part, fenced
from m3bench.judges.grounding import GroundingJudge, information_grounding
from m3bench.judges.judgement import Judge, Judgement
from m3bench.judges.outcome import OutcomeJudge, consistency
from m3bench.judges.registry import ENSEMBLE, MEASURES, judge_named, score_of
from m3bench.judges.rubric import READINGS, RubricJudge
from m3bench.judges.tracing import case_of
from m3bench.judges.vision import VisionJudge, seen

__all__ = [
    "ENSEMBLE",
    "MEASURES",
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
    "case_of",
    "combined",
    "consistency",
    "fenced",
    "information_grounding",
    "judge_named",
    "mean_of",
    "rubric_scores",
    "schema_understanding",
    "score_of",
    "seen",
    "task_completion",
    "trimmed_mean",
]
