"""What raised each metric, as the counterpart to the losses of an explanation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import fsum

from m3bench.scoring import Match, TaskScore

_MOST_PAIRS = 400
"""With more matches, pairs are not counted."""


def gains(score: TaskScore, strong: float) -> dict[str, tuple[str, ...]]:
    """Return phrases by metric. A metric that nothing raised has none."""
    matches = score.matches
    return {
        "recall": _part(len(matches), score.reference_calls, "reference call", "found a match"),
        "precision": _part(len(matches), score.prediction_calls, "predicted call", "found a match"),
        "argument_similarity": _alike(matches, strong),
        "step_coherence": _whole(
            ((match.reference_step, match.prediction_step) for match in matches),
            "reference step",
            "kept together",
        ),
        "order_consistency": _in_order(matches),
        "merge_purity": _whole(
            ((match.prediction_step, match.reference_step) for match in matches),
            "predicted step",
            "of one reference step only",
        ),
    }


def _part(count: int, whole: int, noun: str, verb: str) -> tuple[str, ...]:
    return (f"{count} of {_counted(whole, noun)} {verb}",) if count else ()


def _alike(matches: Sequence[Match], strong: float) -> tuple[str, ...]:
    found = [match.similarity for match in matches if match.similarity >= strong]
    if not found:
        return ()
    equal = sum(similarity >= 1 for similarity in found)
    same = f", {equal} of them the same" if equal else ""
    return (f"{_counted(len(found), 'strong match')}, {fsum(found) / len(found):.3f} alike on average{same}",)


def _whole(pairs: Iterable[tuple[int, int]], noun: str, what: str) -> tuple[str, ...]:
    steps: dict[int, set[int]] = defaultdict(set)
    for step, other in pairs:
        steps[step].add(other)
    return _part(sum(len(others) == 1 for others in steps.values()), len(steps), noun, what)


def _in_order(matches: Sequence[Match]) -> tuple[str, ...]:
    if len(matches) > _MOST_PAIRS:
        return ()
    apart = [
        (first.reference_step - second.reference_step) * (first.prediction_step - second.prediction_step)
        for first, second in combinations(matches, 2)
        if first.reference_step != second.reference_step
    ]
    return _part(
        sum(product > 0 for product in apart), len(apart), "pair", "of matches in the reference's order"
    )


def _counted(count: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"
