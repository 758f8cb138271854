"""Plans that are executed: what a plan gets wrong is another thing than a server that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.curation.execution import make_references
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import Blueprint, Plan, PlanError, PlannedCall, Solution
from m3bench_world import World
from tests.hosting.processes import run, spec


def execute(tool: str, folder: Path) -> None:
    def plan() -> Plan:
        yield [PlannedCall(tool, {})]
        return Solution("done")

    blueprint = Blueprint(
        id="try", family="tries", request="?", fuzzy_request="", servers=("well",), plans=(plan,)
    )

    async def work() -> None:
        async with Pool(folder, ahead=0) as pool:
            await make_references(blueprint, World(), ServerSet(pool, World(), [spec("well")]))

    run(work)


def test_a_server_that_fails_refuses_no_draw(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="try: a server failed during well/die") as caught:
        execute("well/die", tmp_path)
    assert not isinstance(caught.value, PlanError), "another draw would take its place"


def test_a_plan_with_a_wrong_tool_refuses_its_draw(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="ended in unknown_tool"):
        execute("well/nothing_like_it", tmp_path)
