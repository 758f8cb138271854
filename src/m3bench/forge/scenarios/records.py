"""What a model writes: scenarios, and drafts of tasks."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.core import NO_USAGE, Difficulty, Point, PointKind, Shortcut, SimulatedUser, Task, Usage
from m3bench.suites import DataFile
from m3bench.worlds import WorldFile


class Scenario(msgspec.Struct, frozen=True):
    """A situation: the need of a person, and the role of the agent."""

    name: str
    need: str
    role: str
    servers: tuple[str, ...]


class Scenarios(msgspec.Struct, frozen=True):
    """The reply to a request for scenarios."""

    scenarios: tuple[Scenario, ...]


class DraftCall(msgspec.Struct, frozen=True):
    """A call. An argument `{"$result": [call, path]}` takes a value of an earlier result."""

    tool: str
    arguments: dict[str, Any] = {}


class DraftPoint(msgspec.Struct, frozen=True):
    """An evaluation point with its checks as JSON."""

    text: str
    kind: PointKind
    checks: tuple[dict[str, Any], ...]


class DraftAsset(msgspec.Struct, frozen=True):
    """A file: of the world (`source`, `kind`, `number`, `settings`), or from data (`kind`, `content`)."""

    name: str
    kind: str
    source: str | None = None
    number: int = 0
    settings: dict[str, Any] = {}
    content: Any = None

    def as_file(self) -> WorldFile | DataFile:
        if self.source is None:
            return DataFile(self.name, self.kind, self.content)
        return WorldFile(self.name, self.source, self.kind, self.number, self.settings)


Steps = tuple[tuple[DraftCall, ...], ...]


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A task as a model writes it."""

    name: str
    request: str
    fuzzy_request: str
    role: str
    rules: tuple[str, ...]
    servers: tuple[str, ...]
    steps: Steps
    points: tuple[DraftPoint, ...]
    answer: str
    assets: tuple[DraftAsset, ...] = ()
    user: SimulatedUser | None = None
    closed_loop: bool = False
    careless: dict[Shortcut, Steps] = {}


class ForgedScenario(msgspec.Struct, frozen=True, kw_only=True):
    """One task of a scenario: finished, or why not."""

    scenario: Scenario
    difficulty: Difficulty
    task: Task | None = None
    problems: tuple[str, ...] = ()
    """What was wrong with the last draft."""
    rounds: int = 0
    """Drafts that were written."""
    usage: Usage = NO_USAGE


def points_of_draft(draft: Draft) -> tuple[list[Point], list[dict[str, Any]]]:
    """Return the evaluation points of a draft, and its checks in their order."""
    points: list[Point] = []
    checks: list[dict[str, Any]] = []
    for point in draft.points:
        first = len(checks)
        checks += point.checks
        points.append(Point(point.text, point.kind, tuple(range(first, len(checks)))))
    return points, checks
