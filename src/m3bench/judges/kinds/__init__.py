"""The judges: completion, grounding, rubric, outcome, vision."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.judges.kinds.axes import BANDS, RubricScores, band_of, rubric_scores, schema_understanding
    from m3bench.judges.kinds.completion import (
        CONSISTENT,
        CompletionJudge,
        GroundingJudge,
        KeyJudge,
        OutcomeJudge,
        consistency,
        information_grounding,
        task_completion,
    )
    from m3bench.judges.kinds.rubric import (
        AXES,
        DIMENSIONS,
        READINGS,
        SCALE,
        RubricJudge,
        UnshuffledRubricJudge,
    )
    from m3bench.judges.kinds.vision import VisionJudge, vision_score
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AXES",
    "BANDS",
    "CONSISTENT",
    "DIMENSIONS",
    "READINGS",
    "SCALE",
    "CompletionJudge",
    "GroundingJudge",
    "KeyJudge",
    "OutcomeJudge",
    "RubricJudge",
    "RubricScores",
    "UnshuffledRubricJudge",
    "VisionJudge",
    "band_of",
    "consistency",
    "information_grounding",
    "rubric_scores",
    "schema_understanding",
    "task_completion",
    "vision_score",
]
