"""Judges, their ensembles, and their reliability."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.judges.averages import average_score, overall_score
    from m3bench.judges.cache import CachedJudge, JudgementCache
    from m3bench.judges.case import Case
    from m3bench.judges.ensemble import (
        MIN_JUDGES,
        EnsembleScore,
        Mean,
        ask_all,
        combine,
        mean_score,
        trimmed_mean,
    )
    from m3bench.judges.fences import Part, escape_invisible, fence, truncate_middle
    from m3bench.judges.judgement import Judge, Judgement
    from m3bench.judges.kinds import (
        READINGS,
        CompletionJudge,
        GroundingJudge,
        KeyJudge,
        OutcomeJudge,
        RubricJudge,
        RubricScores,
        UnshuffledRubricJudge,
        VisionJudge,
        consistency,
        information_grounding,
        rubric_scores,
        schema_understanding,
        task_completion,
        vision_score,
    )
    from m3bench.judges.question import MAX_PICTURES, PromptJudge, Question
    from m3bench.judges.registry import ENSEMBLE, MEASURES, get_judge, score_of
    from m3bench.judges.trace import build_case, render_trace
    from m3bench.judges.vendors import same_vendor_judges, same_vendor_warning
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ENSEMBLE",
    "MAX_PICTURES",
    "MEASURES",
    "MIN_JUDGES",
    "READINGS",
    "CachedJudge",
    "Case",
    "CompletionJudge",
    "EnsembleScore",
    "GroundingJudge",
    "Judge",
    "Judgement",
    "JudgementCache",
    "KeyJudge",
    "Mean",
    "OutcomeJudge",
    "Part",
    "PromptJudge",
    "Question",
    "RubricJudge",
    "RubricScores",
    "UnshuffledRubricJudge",
    "VisionJudge",
    "ask_all",
    "average_score",
    "build_case",
    "combine",
    "consistency",
    "escape_invisible",
    "fence",
    "get_judge",
    "information_grounding",
    "mean_score",
    "overall_score",
    "render_trace",
    "rubric_scores",
    "same_vendor_judges",
    "same_vendor_warning",
    "schema_understanding",
    "score_of",
    "task_completion",
    "trimmed_mean",
    "truncate_middle",
    "vision_score",
]
