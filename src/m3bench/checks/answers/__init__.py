"""Checks of answers."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.checks.answers.answer import AnswerNames, AnswerNumber, AnswerRefuses, final_answer
    from m3bench.checks.answers.claims import AnswerMustNot, Claim, Claims
    from m3bench.checks.answers.corruption import with_answers, without_names
    from m3bench.checks.answers.fields import AnswerFields, LiveFields
    from m3bench.checks.answers.jsons import AnswerJson
    from m3bench.checks.answers.prose import prose_contradiction
    from m3bench.checks.answers.quantities import Quantity
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AnswerFields",
    "AnswerJson",
    "AnswerMustNot",
    "AnswerNames",
    "AnswerNumber",
    "AnswerRefuses",
    "Claim",
    "Claims",
    "LiveFields",
    "Quantity",
    "final_answer",
    "prose_contradiction",
    "with_answers",
    "without_names",
]
