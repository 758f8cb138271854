"""Information Grounding of M³-Bench: which share of the reference's steps the agent covered."""

from __future__ import annotations

from m3bench.judges.asking import AskingJudge, Question, question_of
from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompting import load_prompt
from m3bench.judges.reading import Form, Scale


class GroundingJudge(AskingJudge):
    """Sees the request, the reference and the trace."""

    name = "grounding"

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity()

    def obstacle(self, case: Case) -> str:
        return "" if case.reference else "there is no reference to compare with"

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        return question_of(prompt, case, Form({self.name: Scale(0, 1)}), prompt.system)


def information_grounding(judgement: Judgement) -> float | None:
    """From 0 to 1; None where the judgement is missing."""
    return None if judgement.scores is None else judgement.scores[GroundingJudge.name]
