"""Checks of the answer's text."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench.checks.answers.corruption import (
    answer_text,
    spellings,
    with_answers,
    with_wrong_numbers,
    without_names,
)
from m3bench.checks.answers.quantities import Quantity, stated
from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.lookup import LiveNumber
from m3bench.checks.reading import EXACT, MAX_ANSWER, Tolerance, claims_name, stands, words


def final_answer(evidence: Evidence) -> str:
    """Return the final answer. Raise `CheckFailed` if there is none, or if it is too long to be one."""
    answer = (evidence.trajectory.answer or "").strip()
    if not answer:
        raise CheckFailed("there is no answer")
    if len(answer) > MAX_ANSWER:
        raise CheckFailed(f"the answer has {len(answer):,} characters; at most {MAX_ANSWER:,} are allowed")
    return answer


class AnswerNumber(Check, frozen=True):
    """The fields are those of `Quantity`."""

    kind = "answer"
    about = "states a number, within a tolerance, with its unit and near its words"

    value: float | None = None
    tolerance: Tolerance = EXACT
    unit: tuple[str, ...] | None = None
    near: tuple[str, ...] = ()
    asked: LiveNumber | None = None

    def __post_init__(self) -> None:
        self.quantity()

    def quantity(self) -> Quantity:
        return Quantity(self.value, self.tolerance, self.unit, self.near, self.asked)

    def look(self, evidence: Evidence) -> Verdict:
        expected = self.quantity().expected(evidence)
        is_stated, reason = stated(self.quantity(), expected, final_answer(evidence))
        return self.verdict(is_stated, f"the answer {'' if reason.startswith('says') else 'has '}{reason}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        quantity = self.quantity()
        expected = quantity.expected(evidence)
        answers = {
            "wrong number": with_wrong_numbers(answer_text(evidence), quantity, expected),
            "no answer": None,
        }
        if self.unit:
            answers["unit left out"] = f"{spellings(self.near)} {expected:.6f}"
        if self.near:
            answers["said of something else"] = without_names(answer_text(evidence), self.near)
        return with_answers(evidence, answers)


class AnswerNames(Check, frozen=True):
    """Names are compared as whole words, ignoring case, accents, punctuation and plural.

    Bars separate spellings of one name: ``sofa|couch``.
    """

    kind = "answer"
    about = "names all of these, one of those, and none of the others"

    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.all_of or self.any_of or self.none_of):
            raise ValueError("all_of, any_of and none_of are all empty")

    def look(self, evidence: Evidence) -> Verdict:
        answer, expected = final_answer(evidence), (*self.all_of, *self.any_of)
        missing = [name for name in self.all_of if not claims_name(name, answer, expected)]
        wrong = [name for name in self.none_of if stands(name, words(answer))]
        faults = [f"does not name {', '.join(missing)}"] if missing else []
        if self.any_of and not any(claims_name(name, answer, expected) for name in self.any_of):
            faults.append(f"names none of {', '.join(self.any_of)}")
        if wrong:
            faults.append(f"names {', '.join(wrong)}, which is wrong")
        if faults:
            return self.verdict(False, f"the answer {' and '.join(faults)}")
        named = ", ".join(self.all_of or self.any_of) or "none of the wrong"
        return self.verdict(True, f"the answer names what it should: {named}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        answer = answer_text(evidence)
        answers = {f"without {name}": without_names(answer, (name,)) for name in self.all_of}
        if self.any_of:
            answers["none of the names"] = without_names(answer, self.any_of)
        answers |= {f"with {name}": f"{answer}\nIt is {name.split('|')[0]}." for name in self.none_of}
        return with_answers(evidence, answers | {"no answer": None})


_REFUSALS = re.compile(
    r"\b(?:can(?:no|['’])?t|can not|could(?: not|n['’]t)|unable|not able|impossible|not possible|unavailable"
    r"|not (?:currently )?available|not (?:been )?(?:found|listed|present|known|provided|sold|offered)"
    r"|(?:is|are|was|were)n['’]t (?:found|listed|available|any|possible)|no longer"
    r"|(?:does|do|did)(?: not|n['’]t) (?:exist|appear|have|list|contain|know|find|offer|show|match|seem)"
    r"|(?:there (?:is|are|was|were)|found|has|have|had|got|returned|with|lists?) (?:no|none|nothing)"
    r"|no (?:such|matching|results?|records?|entr(?:y|ies)|match(?:es)?|information|data|way|hits?)"
    r"|nothing (?:was )?(?:found|matches|like)|failed to (?:find|locate|identify)"
    r"|unknown|undetermined)\b",
    re.IGNORECASE,
)


class AnswerRefuses(Check, frozen=True):
    """For tasks without a solution."""

    kind = "answer"
    about = "says that it cannot be done or was not found"

    about_names: tuple[str, ...] = ()
    """Names that the answer must mention."""

    def look(self, evidence: Evidence) -> Verdict:
        answer = final_answer(evidence)
        refusal = _REFUSALS.search(answer)
        missing = [name for name in self.about_names if not stands(name, words(answer))]
        if missing:
            return self.verdict(False, f"the answer does not mention {', '.join(missing)}")
        if refusal is None:
            return self.verdict(False, "the answer does not say that it cannot be done or was not found")
        return self.verdict(True, f"the answer says so: “{refusal[0]}”")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        claimed = f"Done: {', '.join(name.split('|')[0] for name in self.about_names)} is 42."
        answers = {"claims a result": claimed, "no answer": None}
        if self.about_names:
            answers["of something else"] = without_names(answer_text(evidence), self.about_names)
        return with_answers(evidence, answers)
