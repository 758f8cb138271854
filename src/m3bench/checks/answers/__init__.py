"""Checks of answers."""

from m3bench.checks.answers.answer import AnswerNames, AnswerNumber, AnswerRefuses
from m3bench.checks.answers.claims import AnswerMustNot, Claim, Claims
from m3bench.checks.answers.fields import AnswerFields, submitted
from m3bench.checks.answers.jsons import AnswerJson, field_of
from m3bench.checks.answers.quantities import Quantity

__all__ = [
    "AnswerFields",
    "AnswerJson",
    "AnswerMustNot",
    "AnswerNames",
    "AnswerNumber",
    "AnswerRefuses",
    "Claim",
    "Claims",
    "Quantity",
    "field_of",
    "submitted",
]
