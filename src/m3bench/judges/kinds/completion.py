"""Task Completion of M³-Bench: 0 to 10, the sum of planning, process and result."""

from __future__ import annotations

from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompt import load_prompt
from m3bench.judges.question import PromptJudge, Question, build_question
from m3bench.judges.reply import Form, Scale

SCALES = {"planning": Scale(0, 3), "process": Scale(0, 3), "result": Scale(0, 4)}
MAX_SCORE = sum(scale.high for scale in SCALES.values())


class CompletionJudge(PromptJudge):
    """Reads the request, the trace and the answer, but no reference."""

    name = "completion"

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity()

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        return build_question(prompt, case, Form(SCALES), prompt.system)


def task_completion(judgement: Judgement) -> float | None:
    """Return the sum of the three parts as a score from 0 to 1; None if the judgement is missing."""
    return None if judgement.scores is None else sum(judgement.scores.values()) / MAX_SCORE
