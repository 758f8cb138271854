"""The outcome judge of MCPVerse: whether an answer says what the reference answer says."""

from __future__ import annotations

from m3bench.judges.asking import AskingJudge, Question, question_of
from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompting import load_prompt
from m3bench.judges.reading import Form, Scale

CONSISTENT = "consistent"


class OutcomeJudge(AskingJudge):
    """Sees the question, the reference answer and the answer. Has to give its reason before its verdict."""

    name = "outcome"

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity()

    def obstacle(self, case: Case) -> str:
        return "" if case.expected else "there is no reference answer to compare with"

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        form = Form({CONSISTENT: Scale(0, 1, whole=True)}, reason_first=True)
        return question_of(prompt, case, form, prompt.system)


def consistency(judgement: Judgement) -> float | None:
    """1 or 0; None where the judgement is missing."""
    return None if judgement.scores is None else judgement.scores[CONSISTENT]
