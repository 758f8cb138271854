"""Whether a run can be what it says. Remarks are hints for readers: a careful forger leaves none."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from m3bench.agents import BASELINES
from m3bench.core import Usage
from m3bench.core.text import plural
from m3bench.runs import RunSettings
from m3bench.submissions.evidence import Evidence

ASKING = frozenset({"executor", "planner", "caller", "react"})
"""Built-in agents whose requests m3bench sends, so that it records them."""
UNSEEN = frozenset({"command", "preset"})
"""Agents that ask their models by themselves."""
FASTEST_REPLY = 0.005
"""Seconds. No model replies faster, wherever it runs."""
FEWEST = 5
"""Attempts or times that a remark needs."""
_MOST_EQUAL = 0.8
"""The share of attempts that can be a reference to the byte. Free text alone makes it small."""
_MANY_EQUAL = 0.3


def contradictions(settings: RunSettings, evidence: Evidence) -> Iterator[str]:
    """Yield why a run cannot be what it says. It is shown and not ranked."""
    kind = _kind(settings)
    if kind in ASKING and evidence.unasked:
        yield (
            f"{_of(evidence.unasked, evidence.acted)} acted without a request to a model: no tokens, no "
            "times of replies, no transcript"
        )
    if evidence.compared >= FEWEST and evidence.equal >= _MOST_EQUAL * evidence.compared:
        yield f"calls and answer of {_of(evidence.equal, evidence.compared)} are a reference to the byte"
    others = sorted(name for name in evidence.agents if name.partition(":")[0] in BASELINES)
    if kind not in BASELINES and others:
        yield f"its records are by the agent {others[0]}"
    if evidence.is_negative:
        yield "a time, a number of tokens or a cost is negative"


def doubts(settings: RunSettings, usage: Usage, evidence: Evidence) -> Iterator[str]:
    """Yield what is unusual about a run. It is shown and ranked."""
    kind = _kind(settings)
    if kind in UNSEEN and not usage.requests:
        yield "m3bench cannot see the requests of this agent: tokens and cost are unknown"
    if kind in BASELINES and settings.model.name:
        yield f"the agent {kind} never asks a model"
    if kind in ASKING and evidence.without_transcript:
        yield f"{_of(evidence.without_transcript, evidence.acted)} have no transcript"
    if kind not in BASELINES:
        yield from _impossible_times(evidence)
    tokens = (usage.input_tokens or 0) + (usage.output_tokens or 0)
    if tokens and usage.cost == 0:
        yield f"{plural(tokens, 'token')} for no cost"
    if evidence.compared >= FEWEST and _MANY_EQUAL <= evidence.equal / evidence.compared < _MOST_EQUAL:
        yield f"calls and answer of {_of(evidence.equal, evidence.compared)} are a reference to the byte"


def _impossible_times(evidence: Evidence) -> Iterator[str]:
    for what, times in (("replies", evidence.replies), ("next calls", evidence.pauses)):
        if len(times) >= FEWEST and (middle := median(times)) < FASTEST_REPLY:
            yield f"{what} after {1000 * middle:.1f} ms (median): too fast for a model"
    if len(evidence.replies) >= FEWEST and len(set(evidence.replies)) == 1:
        yield f"all replies after exactly {evidence.replies[0]:g} s"


def _kind(settings: RunSettings) -> str:
    return settings.agent.partition(":")[0]


def _of(count: int, total: int) -> str:
    return f"{count:,} of {plural(total, 'attempt')}"
