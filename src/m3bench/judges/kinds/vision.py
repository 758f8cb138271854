"""Looking at pictures and at rendered documents: how far each of several criteria is met."""

from __future__ import annotations

from collections.abc import Mapping

from m3bench.core import UsageError
from m3bench.judges.asking import AskingJudge, Question, question_of, shown_pictures
from m3bench.judges.case import Case
from m3bench.judges.fencing import visible
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompting import fill, load_prompt
from m3bench.judges.reading import Form, Scale


class VisionJudge(AskingJudge):
    """Sees the pictures of a case, and its request. Criteria are descriptions of what must be seen, by name.

    They come from who wrote the task and are instructions, unlike all that is in the case.
    """

    name = "vision"

    def __init__(self, criteria: Mapping[str, str]) -> None:
        if not criteria or not all(name.isidentifier() and text.strip() for name, text in criteria.items()):
            raise UsageError(
                "A vision judge needs criteria, each with a name of letters, digits and _ and a description.",
                'Give them such as {"title_legible": "The title of each slide can be read"}.',
            )
        self._criteria = dict(criteria)

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity(list(self._criteria.items()))

    def obstacle(self, case: Case) -> str:
        return "" if shown_pictures(case) else "there is no picture to look at"

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        count = len(shown_pictures(case))
        lines = [f"- {name}: {' '.join(visible(text).split())}" for name, text in self._criteria.items()]
        pictures = "a picture" if count == 1 else f"{count} pictures"
        system = fill(prompt.system, pictures=pictures, criteria="\n".join(lines))
        form = Form({name: Scale(0, 1) for name in self._criteria}, each=True)
        return question_of(prompt, case, form, system)


def seen(judgement: Judgement) -> float | None:
    """The mean over the criteria, from 0 to 1; None where the judgement is missing."""
    if not judgement.scores:
        return None
    return sum(judgement.scores.values()) / len(judgement.scores)
