"""Atomic claims: the facts of a full answer, each found or not by rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from m3bench.checks.answers.answer import final_answer
from m3bench.checks.answers.corruption import (
    answer_text,
    spellings,
    with_answers,
    with_wrong_numbers,
    without_names,
)
from m3bench.checks.answers.quantities import Quantity, stated
from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_answer
from m3bench.checks.reading import claims_name, without_negations


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fact in words, and how it is recognized: by names, by a number, or by both."""

    text: str
    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    number: Quantity | None = None

    def __post_init__(self) -> None:
        if not (self.all_of or self.any_of or self.number):
            raise ValueError(f"the claim {self.text!r} needs names or a number")


def missing_part(
    claim: Claim, answer: str, evidence: Evidence, expected: Sequence[str] | None = None
) -> str | None:
    """Return what is missing of a claim in the answer; None if nothing is.

    `expected` are all names that the answer may list; by default those of the claim.
    """
    named = (*claim.all_of, *claim.any_of) if expected is None else expected
    absent = [name for name in claim.all_of if not claims_name(name, answer, named)]
    if absent:
        return f"does not name {', '.join(absent)}"
    if claim.any_of and not any(claims_name(name, answer, named) for name in claim.any_of):
        return f"names none of {', '.join(claim.any_of)}"
    if claim.number is None:
        return None
    is_stated, reason = stated(claim.number, claim.number.expected(evidence), answer)
    return None if is_stated else reason


class Claims(Check, frozen=True):
    """The score is the share of claims that the answer states."""

    kind = "answer"
    about = "states the facts of a full answer, or a share of them"

    claims: tuple[Claim, ...]
    at_least: float = 1.0
    """The share needed to pass."""

    def __post_init__(self) -> None:
        if not self.claims:
            raise ValueError("claims is empty")
        if not 0 < self.at_least <= 1:
            raise ValueError("at_least must be above 0 and at most 1")

    def look(self, evidence: Evidence) -> Verdict:
        try:
            answer = final_answer(evidence)
        except CheckFailed as unfit:
            return self.verdict(False, str(unfit), 0.0)
        expected = [name for claim in self.claims for name in (*claim.all_of, *claim.any_of)]
        reasons = [missing_part(claim, answer, evidence, expected) for claim in self.claims]
        pairs = [(claim.text, why) for claim, why in zip(self.claims, reasons, strict=True) if why]
        count = reasons.count(None)
        share = count / len(self.claims)
        reason = f"{count} of {len(self.claims)} claims are stated, {self.at_least:.0%} needed"
        if pairs:
            reason += f"; missing: {'; '.join(f'“{text}”: {why}' for text, why in pairs)}"
        return self.verdict(share >= self.at_least - 1e-9, reason, share, missing=dict(pairs))

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        answer = text = answer_text(evidence)
        for claim in self.claims:
            text = _corrupt_claim(claim, text, evidence)
        corruptions = with_answers(evidence, {"all claims wrong": text, "no answer": None})
        for claim in self.claims if self.at_least == 1 else ():
            wrong = _corrupt_claim(claim, answer, evidence)
            corruptions.append((f"without “{claim.text}”", with_answer(evidence, wrong)))
        return corruptions


class AnswerMustNot(Check, frozen=True):
    """Negated clauses ("it is not the Fuji") claim nothing."""

    kind = "answer"
    about = "does not claim any of these"

    claims: tuple[Claim, ...]

    def __post_init__(self) -> None:
        if not self.claims:
            raise ValueError("claims is empty")

    def look(self, evidence: Evidence) -> Verdict:
        answer = without_negations(final_answer(evidence))
        wrong = [claim.text for claim in self.claims if missing_part(claim, answer, evidence) is None]
        if wrong:
            return self.verdict(False, f"the answer makes wrong claims: {'; '.join(wrong)}")
        claims = "; ".join(claim.text for claim in self.claims)
        return self.verdict(True, f"the answer claims none of: {claims}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        answer = answer_text(evidence)
        return [
            (f"claims “{claim.text}”", with_answer(evidence, f"{answer}\n\n{_said(claim, evidence)}"))
            for claim in self.claims
        ]


def _corrupt_claim(claim: Claim, text: str, evidence: Evidence) -> str:
    if claim.number is not None:
        text = with_wrong_numbers(text, claim.number, claim.number.expected(evidence))
    return without_names(text, (*claim.all_of, *claim.any_of))


def _said(claim: Claim, evidence: Evidence) -> str:
    """Return a claim as an answer may state it."""
    names = [*claim.all_of, *claim.any_of[:1]]
    number = claim.number
    if number is not None:
        unit = f" {number.unit[0]}" if number.unit else ""
        names = [*names, *number.near, f"{number.expected(evidence):.9f}{unit}"]
    return spellings(names)
