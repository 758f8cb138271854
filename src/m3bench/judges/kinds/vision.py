"""A judge of pictures and rendered documents by named criteria."""

from __future__ import annotations

from collections.abc import Mapping

from m3bench.core import UsageError
from m3bench.judges.case import Case
from m3bench.judges.fences import escape_invisible
from m3bench.judges.judgement import Judgement
from m3bench.judges.prompt import fill, load_prompt
from m3bench.judges.question import PromptJudge, Question, build_question, sent_pictures
from m3bench.judges.reply import Form, Scale


class VisionJudge(PromptJudge):
    """Reads the pictures of a case and its request. Criteria map a name to what the pictures must show.

    Criteria come from the author of the task and are instructions, unlike everything in the case.
    """

    name = "vision"

    def __init__(self, criteria: Mapping[str, str]) -> None:
        if not criteria or not all(name.isidentifier() and text.strip() for name, text in criteria.items()):
            raise UsageError(
                "A vision judge needs criteria, each with an identifier as its name and a description.",
                'Pass them as in {"title_legible": "The title of each slide can be read"}.',
            )
        self._criteria = dict(criteria)

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity(list(self._criteria.items()))

    def obstacle(self, case: Case) -> str:
        return "" if sent_pictures(case) else "there is no picture to judge"

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        prompt = load_prompt(self.name)
        count = len(sent_pictures(case))
        lines = [
            f"- {name}: {' '.join(escape_invisible(text).split())}" for name, text in self._criteria.items()
        ]
        pictures = "a picture" if count == 1 else f"{count} pictures"
        system = fill(prompt.system, pictures=pictures, criteria="\n".join(lines))
        form = Form({name: Scale(0, 1) for name in self._criteria}, each=True)
        return build_question(prompt, case, form, system)


def vision_score(judgement: Judgement) -> float | None:
    """Return the mean over the criteria, from 0 to 1; None if the judgement is missing."""
    if not judgement.scores:
        return None
    return sum(judgement.scores.values()) / len(judgement.scores)
