"""Task Completion of M³-Bench: 0 to 10, made of planning, process and result."""

from __future__ import annotations

from m3bench.judges.asking import AskingJudge, Question, question_of
from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompting import load_prompt
from m3bench.judges.reading import Form, Scale

SCALES = {"planning": Scale(0, 3), "process": Scale(0, 3), "result": Scale(0, 4)}
MOST = sum(scale.high for scale in SCALES.values())


class CompletionJudge(AskingJudge):
    """Sees the request, the trace and the answer, and no reference."""

    name = "completion"

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity()

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        return question_of(prompt, case, Form(SCALES), prompt.system)


def task_completion(judgement: Judgement) -> float | None:
    """The three parts together, from 0 to 1; None where the judgement is missing."""
    return None if judgement.scores is None else sum(judgement.scores.values()) / MOST
