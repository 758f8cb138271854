"""The kinds of fault that a soak injects, and when: drawn from a seed, each kind at its rate."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from m3bench.core import UsageError

_LARGEST = 2**64


class Place(StrEnum):
    """Where a fault can occur. Each place is one chance for each of its kinds."""

    REQUEST = "request"
    """An HTTP request to the provider."""
    CALL = "call"
    """A call of a tool."""
    START = "start"
    """The start of a server process."""
    TRY = "try"
    """The start of a try at a task."""


class FaultKind(msgspec.Struct, frozen=True):
    """A kind of fault."""

    name: str
    place: Place
    what: str
    """What goes wrong."""
    effect: str
    """What a correct run does about it."""


KINDS: tuple[FaultKind, ...] = (
    FaultKind("provider:429", Place.REQUEST, "answers 429, retry after one second", "retried"),
    FaultKind("provider:500", Place.REQUEST, "answers 500", "retried"),
    FaultKind("provider:503", Place.REQUEST, "answers 503", "retried"),
    FaultKind("provider:reset", Place.REQUEST, "resets the connection in the middle of a reply", "retried"),
    FaultKind("provider:cut-off", Place.REQUEST, "closes the connection in the middle of a reply", "retried"),
    FaultKind("provider:malformed", Place.REQUEST, "answers 200 with broken JSON", "retried"),
    FaultKind("provider:empty", Place.REQUEST, "answers 200 without a body", "retried"),
    FaultKind("provider:timeout", Place.REQUEST, "never answers", "retried once"),
    FaultKind("provider:slow", Place.REQUEST, "sends the reply in small pieces", "none"),
    FaultKind("server:error", Place.CALL, "the tool returns an error", "tool_error; the model tries again"),
    FaultKind("server:crash", Place.CALL, "the process exits during the call", "server_failure"),
    FaultKind("server:hang", Place.CALL, "the process stops answering", "server_failure"),
    FaultKind("server:malformed", Place.CALL, "the answer is broken JSON", "server_failure"),
    FaultKind("server:oversized", Place.CALL, "the answer is larger than 64 MB", "server_failure"),
    FaultKind("server:failed-start", Place.START, "the process exits at its start", "server_failure"),
    FaultKind("server:slow-start", Place.START, "the process takes two seconds to start", "none"),
    FaultKind("worker:kill", Place.TRY, "a worker process is killed (SIGKILL)", "its tries are repeated"),
)
"""All kinds. The effect is what an attempt shows: a status, an outcome of a call, or nothing but time."""

RETRIED = frozenset(kind.name for kind in KINDS if kind.effect.startswith("retried"))
"""Faults of the provider that cost a request."""
FATAL = frozenset(kind.name for kind in KINDS if kind.place is Place.CALL and kind.effect == "server_failure")
"""Faults of a server in a call that fail the attempt."""


class FaultPlan(msgspec.Struct, frozen=True):
    """Decides where faults occur. The same plan decides the same, in every process."""

    seed: int = 0
    rate: float = 0.05
    """The rate of each kind, where it can occur."""
    kinds: tuple[str, ...] = tuple(kind.name for kind in KINDS)

    def pick(self, place: Place, *identity: object) -> str | None:
        """Return the fault to inject here, or None.

        Args:
            place: Where the fault can occur.
            identity: Tells this place apart from all others, such as the number of a request.
        """
        chance = _number_of(self.seed, place, *identity)
        possible = [kind.name for kind in KINDS if kind.place is place and kind.name in self.kinds]
        position = int(chance / self.rate) if self.rate > 0 else len(possible)
        return possible[position] if position < len(possible) else None

    def choose(self, among: Sequence[int], *identity: object) -> int:
        """Return one of several numbers, such as process ids. There must be at least one."""
        return among[int(_number_of(self.seed, "choice", *identity) * len(among))]

    def without_faults(self) -> FaultPlan:
        """Return a plan that injects nothing."""
        return FaultPlan(self.seed, 0.0, ())


def make_plan(seed: int, rate: float, names: Sequence[str], *, workers: int) -> FaultPlan:
    """Return the plan for options of the command line.

    Args:
        seed: The seed of all draws.
        rate: The rate of each kind.
        names: Kinds, or parts of them such as `server`. Empty for all.
        workers: Workers of the run. With one, there is no process that could be killed.

    Raises:
        UsageError: A kind is unknown, needs workers, or the rates add up to more than 1.
    """
    kinds = _selected(names) if names else [kind.name for kind in KINDS]
    if workers == 1:
        if names and "worker:kill" in kinds and any(name.startswith("worker") for name in names):
            raise UsageError("worker:kill needs worker processes.", "Add --workers 2, or leave it out.")
        kinds = [name for name in kinds if name != "worker:kill"]
    most = max(_at_one_place(kinds))
    if most * rate > 1:
        raise UsageError(
            f"{most} kinds of fault at a rate of {rate:g} each are more than 1 in all.",
            f"Lower --fault-rate to {1 / most:.3f} or less, or select fewer kinds with --faults.",
        )
    return FaultPlan(seed, rate, tuple(kinds))


def _selected(names: Iterable[str]) -> list[str]:
    known = [kind.name for kind in KINDS]
    wanted: set[str] = set()
    for name in names:
        found = [kind for kind in known if name in (kind, kind.partition(":")[0])]
        if not found:
            raise UsageError(f"Unknown kind of fault: {name!r}.", "Show all kinds with: --faults help")
        wanted.update(found)
    return [name for name in known if name in wanted]


def _at_one_place(kinds: Sequence[str]) -> list[int]:
    return [sum(kind.place is place and kind.name in kinds for kind in KINDS) for place in Place]


def _number_of(*parts: object) -> float:
    """Return a number in [0, 1) that depends on nothing but these parts."""
    text = "\n".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) / _LARGEST
