"""Calls of several servers in one workspace, with what a trajectory keeps of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks import Evidence
from m3bench.core import Call, Outcome, Result, Step, Task, Text, Trajectory
from m3bench.records import RecordStore
from m3bench.servers import Files, ToolFailure, load
from m3bench.servers.kit import answer_meta
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.service import Record

WORLD = World()


def pick(company: str, table: str, fits: Callable[[Record], bool] = lambda _: True) -> Record:
    """The first record of the world that fits."""
    return next(record for record in WORLD.service.companies[company].table(table).values() if fits(record))


class Session:
    """Tools of `server` are called by their names, those of others as `server/tool`."""

    def __init__(self, workspace: Path, server: str = "") -> None:
        self._server = server
        self.workspace = workspace
        self._context = ToolContext(WORLD, Files(workspace))
        self._steps: list[Step] = []

    def __call__(self, name: str, /, **arguments: Any) -> Any:
        """The data of the answer."""
        name = name if "/" in name else f"{self._server}/{name}"
        server, _, tool = name.partition("/")
        answer = load(server).call(self._context, tool, arguments)
        result = Result((Text(answer.text),), meta=answer_meta(answer))
        self._steps.append(Step((Call(name, arguments, result=result, outcome=Outcome.SUCCESS),)))
        return answer.data

    def refusal(self, name: str, /, **arguments: Any) -> str:
        """The words of a refusal, which leaves all records as they were."""
        before = RecordStore(self.workspace).changes()
        try:
            answer = self(name, **arguments)
        except ToolFailure as failure:
            assert RecordStore(self.workspace).changes() == before
            return str(failure)
        raise AssertionError(f"not refused: {answer}")

    def record(self, table: str, key: str) -> Record:
        originals = WORLD.service.companies[key[:3]]
        original = originals.table(table).get(key) if hasattr(originals, table) else None
        found = RecordStore(self.workspace).get(table, key, original)
        assert found is not None
        return found

    @property
    def evidence(self) -> Evidence:
        trajectory = Trajectory(task_id="t", answer="done", steps=tuple(self._steps))
        return Evidence(Task(id="t"), trajectory, self.workspace, {})
