"""The chain of thoughts, kept in a file of the workspace."""

from __future__ import annotations

from typing import Annotated

import msgspec

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext

CHAIN = ".biomcp/thoughts.json"
MOST_THOUGHTS = 200
MOST_BYTES = 1_000_000


class Thought(msgspec.Struct, frozen=True):
    number: int
    total: int
    text: str


Positive = Annotated[int, msgspec.Meta(ge=1)]


def _chain(context: ToolContext) -> list[Thought]:
    """Return the thoughts so far; none if the file is missing or not ours."""
    try:
        return msgspec.json.decode(context.files.read(CHAIN), type=list[Thought])[:MOST_THOUGHTS]
    except (NotFound, msgspec.MsgspecError):
        return []


def think(
    context: ToolContext,
    thought: Annotated[str, about("The present step of the reasoning.")],
    thoughtNumber: Annotated[Positive, about("Number of this thought, from 1.")],
    totalThoughts: Annotated[Positive, about("How many thoughts are planned.")],
    nextThoughtNeeded: Annotated[bool, about("Whether another thought follows.")] = True,
) -> Answer:
    """Record a step of the reasoning before and between searches. Thought 1 starts a new chain; a number that
    exists replaces that thought. Gives the number, what is missing, and whether another thought is
    wanted."""
    text = check_text(thought, "thought")
    if thoughtNumber > MOST_THOUGHTS:
        raise BadArgument(
            "thoughtNumber", f"{thoughtNumber} is above {MOST_THOUGHTS}; start a new chain with 1"
        )
    before = [] if thoughtNumber == 1 else [one for one in _chain(context) if one.number != thoughtNumber]
    chain = sorted([*before, Thought(thoughtNumber, totalThoughts, text)], key=lambda one: one.number)
    written = msgspec.json.encode(chain)
    if len(written) > MOST_BYTES:
        raise BadArgument("thought", "the chain is full; start a new one with thoughtNumber 1")
    context.files.write(CHAIN, written)
    numbers = {one.number for one in chain}
    missing = [number for number in range(1, thoughtNumber) if number not in numbers]
    wanted = nextThoughtNeeded and thoughtNumber < MOST_THOUGHTS
    return Answer(
        {
            "thoughtNumber": thoughtNumber,
            "totalThoughts": max(totalThoughts, thoughtNumber),
            "nextThoughtNeeded": wanted,
            "thoughtsRecorded": len(chain),
            "missingThoughts": missing,
            "advice": "Go on with the next thought or a search." if wanted else "The chain is complete.",
        },
        sources=("arithmetic",),
    )
