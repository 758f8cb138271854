"""The named definitions of the six metrics, and their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from m3bench.core import Call, UsageError
from m3bench.scoring.serialize import serialize, serialize_released


class Coverage(StrEnum):
    """The factor of a metric over matches, so that few easy matches do not score high."""

    RECALL = "recall"
    STRONG_RECALL = "strong recall"
    STEP_PAIRS = "covered share of the reference's cross-step pairs"


@dataclass(frozen=True, slots=True)
class Profile:
    """One definition of the metrics. See docs/metrics.md for formulas and edge cases."""

    name: str
    text: Callable[[Call], str]
    argument_coverage: Coverage
    order_coverage: Coverage
    nothing_asked: float
    """Every metric of a task with an empty reference and an empty prediction."""
    missing_counts: bool
    """Whether a task without a prediction scores zero; otherwise it is left out."""
    settles_ties: bool
    """Whether the earlier of equal calls is matched, independent of the order in a step; otherwise the
    solver decides."""
    weak: float = 0.6
    strong: float = 0.8
    by_fields: bool = False
    """Whether arguments are compared field by field; otherwise by the vectors of φ."""
    matches_refused: bool = True
    """Whether a predicted call can match that never ran, because its tool or its arguments were refused."""
    silence_weighs: bool = False
    """Whether an attempt without calls counts in the total precision with as many calls as its reference
    has; otherwise it does not count."""
    forbidden: float = -2.0
    """Similarity up to which a pair is always forbidden."""
    penalty: float = 1e4
    """Cost of a forbidden pair, high enough that one more allowed pair is always better."""

    def with_thresholds(self, weak: float | None = None, strong: float | None = None) -> Profile:
        """Change the thresholds of similarity.

        Args:
            weak: From here on, a pair of calls counts as a match; unchanged if not given.
            strong: From here on, a match counts as strong; unchanged if not given.

        Returns:
            The same definition with these thresholds.
        """
        weak = self.weak if weak is None else weak
        strong = self.strong if strong is None else strong
        if not -1 <= weak <= strong <= 1:
            raise UsageError(
                f"Thresholds must satisfy -1 ≤ weak ≤ strong ≤ 1; got weak {weak}, strong {strong}."
            )
        return replace(self, weak=weak, strong=strong)


M3 = Profile(
    name="m3",
    text=serialize,
    argument_coverage=Coverage.RECALL,
    order_coverage=Coverage.RECALL,
    nothing_asked=1.0,
    missing_counts=True,
    settles_ties=True,
)
"""As described in the paper, for comparison with it."""
TYPED = replace(M3, name="typed", by_fields=True, matches_refused=False, silence_weighs=True, forbidden=0.0)
"""The ranking of our suites."""
M3_RELEASED = Profile(
    name="m3-released",
    text=serialize_released,
    argument_coverage=Coverage.STRONG_RECALL,
    order_coverage=Coverage.STEP_PAIRS,
    nothing_asked=0.0,
    missing_counts=False,
    settles_ties=False,
)
"""As computed by the released scorer, for comparison with published numbers."""
PROFILES = {profile.name: profile for profile in (TYPED, M3, M3_RELEASED)}
DEFAULT_PROFILE = TYPED.name


def get_profile(profile: str | Profile) -> Profile:
    """Return a profile by name, or the profile itself."""
    if isinstance(profile, Profile):
        return profile
    if profile not in PROFILES:
        raise UsageError(f"Unknown profile {profile!r}.", f"Use one of {', '.join(PROFILES)}.")
    return PROFILES[profile]
