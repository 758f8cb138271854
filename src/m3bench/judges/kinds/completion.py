"""Judges that ask one fixed question: Task Completion and Information Grounding of M³-Bench, and the outcome
judge of MCPVerse."""

from __future__ import annotations

from typing import ClassVar

from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompt import load_prompt
from m3bench.judges.question import PromptJudge, Question, build_question
from m3bench.judges.reply import Form, Scale

SCALES = {"planning": Scale(0, 3), "process": Scale(0, 3), "result": Scale(0, 4)}
MAX_SCORE = sum(scale.high for scale in SCALES.values())
CONSISTENT = "consistent"


class _FixedJudge(PromptJudge):
    form: ClassVar[Form]

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        return build_question(prompt, case, self.form, prompt.system)


class CompletionJudge(_FixedJudge):
    """Task Completion: 0 to 10, the sum of planning, process and result.

    Reads the request, the trace and the answer, but no reference.
    """

    name = "completion"
    form = Form(SCALES)


class GroundingJudge(_FixedJudge):
    """Information Grounding: the share of the reference's steps that the agent covered.

    Reads the request, the reference and the trace.
    """

    name = "grounding"
    form = Form({name: Scale(0, 1)})

    def obstacle(self, case: Case) -> str:
        return "" if case.reference else "the task has no reference"


class OutcomeJudge(_FixedJudge):
    """Whether an answer agrees with the reference answer.

    Reads the question, the reference answer and the answer. Gives its reason before its verdict.
    """

    name = "outcome"
    form = Form({CONSISTENT: Scale(0, 1, whole=True)}, reason_first=True)

    def obstacle(self, case: Case) -> str:
        return "" if case.expected else "the task has no reference answer"


class KeyJudge(OutcomeJudge):
    """The same judge, asked by a check about an answer that code could not compare with the key.

    Its judgements have another name than those of `m3bench judge run`: they belong to the run.
    """

    name = "key"

    @property
    def prompt(self) -> str:
        return f"{self.name}@{OutcomeJudge().prompt.partition('@')[2]}"

    def question(self, case: Case, turn: int = 0) -> Question:
        return OutcomeJudge().question(case, turn)


def task_completion(judgement: Judgement) -> float | None:
    """Return the sum of the three parts as a score from 0 to 1; None if the judgement is missing."""
    return None if judgement.scores is None else sum(judgement.scores.values()) / MAX_SCORE


def information_grounding(judgement: Judgement) -> float | None:
    """Return the score from 0 to 1; None if the judgement is missing."""
    return None if judgement.scores is None else judgement.scores[GroundingJudge.name]


def consistency(judgement: Judgement) -> float | None:
    """Return 1 or 0; None if the judgement is missing."""
    return None if judgement.scores is None else judgement.scores[CONSISTENT]
