"""The conversation between an agent and the user of a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.core import Step, user_turn
from m3bench.core.text import beginning

_LONGEST_TEXT = 2_000
_MOST_TURNS = 200


def conversation_view(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return what the agent and the user said, in order; empty if the user was not asked."""
    calls = [(index, call) for index, step in enumerate(steps) for call in step.calls]
    turns = [(number, step, user_turn(call)) for number, (step, call) in enumerate(calls)]
    shown = [
        {
            "call": number,
            "step": step,
            "question": beginning(turn.question, _LONGEST_TEXT),
            "reply": beginning(turn.reply, _LONGEST_TEXT),
            "kind": turn.kind.value,
            "topics": list(turn.topics),
            "guarded": turn.guarded,
        }
        for number, step, turn in turns
        if turn is not None
    ]
    return shown[:_MOST_TURNS]
