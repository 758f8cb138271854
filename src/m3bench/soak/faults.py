"""The kinds of fault that a soak injects, and when: drawn from a seed, each kind at its rate."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from m3bench.core import UsageError

MEMORY_LIMIT = 600 * 10**6
"""Bytes that a server may take in a soak. The bundled servers take a third of it."""
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
    name: str
    place: Place
    what: str
    """What goes wrong."""
    effect: str
    """What a run must make of it."""


_RETRY = "the request is sent again"
_FAILURE = "a server_failure; the task is tried again"
_OVER = "the attempt ends as over_quota"

KINDS: tuple[FaultKind, ...] = (
    FaultKind("provider:429", Place.REQUEST, "answers 429, retry after 1 s", _RETRY),
    FaultKind("provider:500", Place.REQUEST, "answers 500", _RETRY),
    FaultKind("provider:503", Place.REQUEST, "answers 503", _RETRY),
    FaultKind("provider:reset", Place.REQUEST, "resets the connection in a reply", _RETRY),
    FaultKind("provider:cut-off", Place.REQUEST, "closes the connection in a reply", _RETRY),
    FaultKind("provider:malformed", Place.REQUEST, "answers 200 with broken JSON", _RETRY),
    FaultKind("provider:empty", Place.REQUEST, "answers 200 without a body", _RETRY),
    FaultKind("provider:timeout", Place.REQUEST, "never answers", f"{_RETRY}, once"),
    FaultKind("provider:slow", Place.REQUEST, "sends the reply in small pieces", "nothing"),
    FaultKind("server:error", Place.CALL, "the tool returns an error", "a tool_error; the model calls again"),
    FaultKind("server:crash", Place.CALL, "the process exits", _FAILURE),
    FaultKind("server:hang", Place.CALL, "the process stops answering", _FAILURE),
    FaultKind("server:malformed", Place.CALL, "the answer is broken JSON", _FAILURE),
    FaultKind("server:oversized", Place.CALL, "the answer is larger than 64 MB", _FAILURE),
    FaultKind("server:memory", Place.CALL, "the process takes more memory than allowed", _FAILURE),
    FaultKind("workspace:odd-names", Place.CALL, "leaves files with names that are not UTF-8", "nothing"),
    FaultKind("workspace:special-files", Place.CALL, "leaves a pipe, links, a closed folder", "nothing"),
    FaultKind("workspace:sparse", Place.CALL, "leaves a file of 60 GB without content", _OVER),
    FaultKind("workspace:deep", Place.CALL, "leaves 100 folders in each other", _OVER),
    FaultKind("server:failed-start", Place.START, "the process exits at once", _FAILURE),
    FaultKind("server:slow-start", Place.START, "the process starts 2 s late", "nothing"),
    FaultKind("worker:kill", Place.TRY, "a worker is killed (SIGKILL)", "its tries are made again"),
)
"""All kinds."""

RETRIED = frozenset(kind.name for kind in KINDS if kind.place is Place.REQUEST) - {"provider:slow"}
"""Faults of the provider that cost a request."""
FATAL = frozenset(kind.name for kind in KINDS if kind.effect == _FAILURE and kind.place is Place.CALL)
"""Faults of a server in a call that fail the try."""
FILLING = frozenset(kind.name for kind in KINDS if kind.effect == _OVER)
"""Faults of a server in a call that fill the workspace beyond its quota."""


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
    most = max(Counter(kind.place for kind in KINDS if kind.name in kinds).values(), default=0)
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
        selected = [kind for kind in known if name in (kind, kind.partition(":")[0])]
        if not selected:
            raise UsageError(f"Unknown kind of fault: {name!r}.", "Show all kinds with: --faults help")
        wanted.update(selected)
    return [name for name in known if name in wanted]


def _number_of(*parts: object) -> float:
    """Return a number in [0, 1) that depends on nothing but these parts."""
    text = "\n".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) / _LARGEST
