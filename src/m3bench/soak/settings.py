"""Settings of a soak, and its files."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.core import Task, UsageError
from m3bench.formats.io import write_atomically
from m3bench.servers import SERVERS
from m3bench.soak.faults import FaultPlan
from m3bench.soak.server import server_command
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, select_tasks, world_of_suite

CALL_SECONDS = 10.0
"""A call that takes longer has timed out."""
_TIMEOUTS = {"start": 30.0, "call": CALL_SECONDS, "stop": 1.0}


class SoakSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a soak runs, and for how long."""

    suite: SuiteRef
    out: Path
    plan: FaultPlan = FaultPlan()
    minutes: float | None = None
    attempts: int | None = None
    """Attempts to make, if the time is not limited."""
    workers: int = 1
    concurrency: int = 8
    """Tasks at a time, in each worker."""


class SoakFiles:
    """The files in the folder of a soak."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "faults.jsonl"
        """What was injected and answered."""
        self.servers = folder / "servers.json"
        """The configuration of the faulty servers."""
        self.tasks = folder / "tasks.jsonl"
        """The tasks, for the provider."""
        self.memory, self.report = folder / "memory.jsonl", folder / "soak.json"

    def round(self, number: int) -> Path:
        return self.folder / f"run-{number:03}"

    def write_servers(self, plan: FaultPlan, names: set[str], world: WorldRef) -> None:
        """Write a configuration in which these servers fail as a plan says."""
        entries = {name: self._entry(name, plan, world.seed, world.now) for name in sorted(names)}
        write_atomically(self.servers, [json.dumps({"mcpServers": entries}, indent=1).encode()])

    def _entry(self, name: str, plan: FaultPlan, seed: int, now: datetime) -> dict[str, object]:
        command = server_command(name, plan, self.log.absolute(), seed=seed, now=now)
        return {**command, "timeouts": _TIMEOUTS}


class SoakTasks(msgspec.Struct, frozen=True, kw_only=True):
    """What all runs of a soak share."""

    suite: Suite
    tasks: tuple[Task, ...]
    world: WorldRef

    @property
    def servers(self) -> set[str]:
        return {server for task in self.tasks for server in task.servers}


def soak_tasks(ref: SuiteRef) -> SoakTasks:
    """Return the tasks of a soak.

    Raises:
        UsageError: A task has no reference, or needs a server that is not bundled.
    """
    world = world_of_suite(ref, WorldRef())
    suite = find_suite(ref, world)
    tasks = select_tasks(suite, ref)
    for task in tasks:
        if not task.references or not task.request:
            raise UsageError(
                f"Task {task.id} has no request or no reference, which the model of a soak follows.",
                "Choose other tasks with --family or --limit.",
            )
        others = sorted(set(task.servers) - set(SERVERS))
        if others:
            raise UsageError(
                f"Task {task.id} needs {', '.join(others)}, which a soak cannot make fail.",
                "Choose tasks that need bundled servers only, with --family or --limit.",
            )
    return SoakTasks(suite=suite, tasks=tuple(tasks), world=world)
