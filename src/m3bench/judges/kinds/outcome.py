"""The outcome judge of MCPVerse: whether an answer agrees with the reference answer."""

from __future__ import annotations

from m3bench.judges.case import Case
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompt import load_prompt
from m3bench.judges.question import PromptJudge, Question, build_question
from m3bench.judges.reply import Form, Scale

CONSISTENT = "consistent"
_PROMPT = "outcome"


class OutcomeJudge(PromptJudge):
    """Reads the question, the reference answer and the answer. Gives its reason before its verdict."""

    name = _PROMPT

    @property
    def prompt(self) -> str:
        return load_prompt(_PROMPT).identity()

    def obstacle(self, case: Case) -> str:
        return "" if case.expected else "the task has no reference answer"

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(_PROMPT)
        form = Form({CONSISTENT: Scale(0, 1, whole=True)}, reason_first=True)
        return build_question(prompt, case, form, prompt.system)


class KeyJudge(OutcomeJudge):
    """The same judge, asked by a check about an answer that code could not compare with the key.

    Its judgements have another name than those of `m3bench judge`: they belong to the verdicts of the run.
    """

    name = "key"

    @property
    def prompt(self) -> str:
        return f"{self.name}@{super().prompt.partition('@')[2]}"


def consistency(judgement: Judgement) -> float | None:
    """Return 1 or 0; None if the judgement is missing."""
    return None if judgement.scores is None else judgement.scores[CONSISTENT]
