"""Information Grounding of M³-Bench: the share of the reference's steps that the agent covered."""

from __future__ import annotations

from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompt import load_prompt
from m3bench.judges.question import PromptJudge, Question, build_question
from m3bench.judges.reply import Form, Scale


class GroundingJudge(PromptJudge):
    """Reads the request, the reference and the trace."""

    name = "grounding"

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity()

    def obstacle(self, case: Case) -> str:
        return "" if case.reference else "the task has no reference"

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        return build_question(prompt, case, Form({self.name: Scale(0, 1)}), prompt.system)


def information_grounding(judgement: Judgement) -> float | None:
    """Return the score from 0 to 1; None if the judgement is missing."""
    return None if judgement.scores is None else judgement.scores[GroundingJudge.name]
