"""Floors: what agents score that do not solve tasks. A run must beat them to say anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from m3bench.core import FormatError
from m3bench.formats import write_atomically

FLOOR_AGENTS = ("generic", "names", "canned", "repeat", "union", "blind", "dump", "idle")
"""The agents that ship as floors."""
_KNOWING = frozenset({"repeat"})
"""Carries out the reference: a floor of precision and redundancy, nothing to beat on success."""
FLOORS_FILE = Path(__file__).with_name("data") / "floors.json"
"""The figures that ship with the package."""


class FloorScore(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one floor agent reached on all tasks of a suite."""

    success: float | None
    """The share of tasks whose checks all pass; None where the tasks have none."""
    mean: float
    """The mean of the six metrics."""
    metrics: dict[str, float] = {}
    """Each of the six, by name."""
    evidence_recall: float | None = None
    tasks: int = 0
    """How many tasks it was measured on."""


Floors = dict[str, dict[str, dict[str, FloorScore]]]
"""By the digest of the suite, then by profile of scoring, then by agent."""


def read_floors(path: Path | None = None) -> Floors:
    """The floors of a file, or those that come with the package; none where there is no such file."""
    source = path or FLOORS_FILE
    if not source.is_file():
        return {}
    try:
        return msgspec.json.decode(source.read_bytes(), type=Floors)
    except msgspec.MsgspecError as error:
        raise FormatError(
            f"not a file of floors ({error}); make it anew with: python benchmarks/floors.py",
            file=str(source),
        ) from None


def write_floors(floors: Floors, path: Path) -> None:
    """All floors as one file, the same bytes for the same floors. `read_floors` reads it back."""
    content = msgspec.json.format(msgspec.json.encode(floors, order="sorted"), indent=1)
    write_atomically(path, [content, b"\n"])


def is_floor(agent: str) -> bool:
    """Whether an agent, with or without options, is one of the floors."""
    return agent.partition(":")[0] in FLOOR_AGENTS


def floors_not_beaten(
    success: float | None, mean: float | None, floors: Mapping[str, FloorScore]
) -> tuple[str, ...]:
    """What a run must still beat, in words: the best floor by success, and by the mean of six.

    A run beats a floor that it is strictly better than. A figure that is unknown is not held against it.
    """
    found = []
    best_success, best_mean = _highest(floors)
    for title, value, best in (("success", success, best_success), ("mean", mean, best_mean)):
        if best is not None and value is not None and value <= best[1]:
            found.append(f"{title} {value:.3f} ≤ {best[0]} {best[1]:.3f}")
    return tuple(found)


def floors_line(success: float | None, mean: float | None, floors: Mapping[str, FloorScore]) -> str | None:
    """What must be beaten and whether it is, for a terminal; None where no floor is known."""
    titled = zip(("success", "mean"), _highest(floors), strict=True)
    best = [f"{title} {found[1]:.3f} ({found[0]})" for title, found in titled if found]
    if not best:
        return None
    behind = floors_not_beaten(success, mean, floors)
    return f"floors to beat: {', '.join(best)}; {'not beaten: ' + '; '.join(behind) if behind else 'beaten'}"


def _highest(floors: Mapping[str, FloorScore]) -> tuple[tuple[str, float] | None, tuple[str, float] | None]:
    """The best floor by success and by mean, of those that do not know the reference."""
    ignorant = {agent: floor for agent, floor in floors.items() if agent not in _KNOWING}
    return (
        _best((agent, floor.success) for agent, floor in ignorant.items()),
        _best((agent, floor.mean) for agent, floor in ignorant.items()),
    )


def _best(reached: Iterable[tuple[str, float | None]]) -> tuple[str, float] | None:
    known = [(agent, value) for agent, value in reached if value is not None]
    return max(known, key=lambda one: (one[1], one[0])) if known else None
