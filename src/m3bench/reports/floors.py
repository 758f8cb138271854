"""Floors: scores of agents that do not solve tasks. A meaningful run must beat them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from m3bench.core import FormatError
from m3bench.formats import write_atomically

FLOOR_AGENTS = ("generic", "names", "canned", "repeat", "union", "blind", "dump", "idle")
"""The bundled floor agents."""
_KNOWING = frozenset({"repeat"})
"""Executes the reference: a floor for precision and redundancy, not for success."""
FLOORS_FILE = Path(__file__).with_name("data") / "floors.json"
"""The floors that ship with the package."""


class FloorScore(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The scores of one floor agent on all tasks of a suite."""

    success: float | None
    """Share of tasks whose checks all pass; None if the tasks have none."""
    mean: float
    """Mean of the six metrics."""
    metrics: dict[str, float] = {}
    """The six metrics by name."""
    evidence_recall: float | None = None
    tasks: int = 0
    """Number of tasks it was measured on."""


Floors = dict[str, dict[str, dict[str, FloorScore]]]
"""By suite digest, scoring profile and agent."""


def read_floors(path: Path | None = None) -> Floors:
    """Read a floors file, by default the package's. Empty if it does not exist."""
    source = path or FLOORS_FILE
    if not source.is_file():
        return {}
    try:
        return msgspec.json.decode(source.read_bytes(), type=Floors)
    except msgspec.MsgspecError as error:
        raise FormatError(
            f"not a floors file ({error}); create it again with: python benchmarks/floors.py",
            file=str(source),
        ) from None


def write_floors(floors: Floors, path: Path) -> None:
    """Write all floors deterministically. `read_floors` reads the file."""
    content = msgspec.json.format(msgspec.json.encode(floors, order="sorted"), indent=1)
    write_atomically(path, [content, b"\n"])


def is_floor(agent: str) -> bool:
    """Return whether an agent, with or without options, is a floor."""
    return agent.partition(":")[0] in FLOOR_AGENTS


def floors_not_beaten(
    success: float | None, mean: float | None, floors: Mapping[str, FloorScore]
) -> tuple[str, ...]:
    """Describe the floors that a run does not beat: the best by success, and the best by the mean of six.

    A run must be strictly better than a floor. Unknown values are ignored.
    """
    best_success, best_mean = _highest(floors)
    return tuple(
        f"{title} {value:.3f} ≤ {best[0]} {best[1]:.3f}"
        for title, value, best in (("success", success, best_success), ("mean", mean, best_mean))
        if best is not None and value is not None and value <= best[1]
    )


def floors_line(success: float | None, mean: float | None, floors: Mapping[str, FloorScore]) -> str | None:
    """Describe the floors and whether a run beats them; None if no floor is known."""
    titled = zip(("success", "mean"), _highest(floors), strict=True)
    best = [f"{title} {floor[1]:.3f} ({floor[0]})" for title, floor in titled if floor]
    if not best:
        return None
    behind = floors_not_beaten(success, mean, floors)
    return f"floors to beat: {', '.join(best)}; {'not beaten: ' + '; '.join(behind) if behind else 'beaten'}"


def _highest(floors: Mapping[str, FloorScore]) -> tuple[tuple[str, float] | None, tuple[str, float] | None]:
    """Return the best floor by success and by mean, without agents that use the reference."""
    ignorant = {agent: floor for agent, floor in floors.items() if agent not in _KNOWING}
    return (
        _best((agent, floor.success) for agent, floor in ignorant.items()),
        _best((agent, floor.mean) for agent, floor in ignorant.items()),
    )


def _best(reached: Iterable[tuple[str, float | None]]) -> tuple[str, float] | None:
    known = [(agent, value) for agent, value in reached if value is not None]
    return max(known, key=lambda floor: (floor[1], floor[0]), default=None)
