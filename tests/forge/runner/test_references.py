"""References made over real servers and suites."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from m3bench.agents import Agent, Attempt, Ending, make_agent
from m3bench.core import Call, Task, UsageError
from m3bench.curation.build import build_family
from m3bench.forge.references.decisions import DecisionStatus, ForgedReference
from m3bench.forge.runner.bench import Executor
from m3bench.forge.runner.references import (
    DECISIONS,
    REFERENCES,
    ForgeSettings,
    Tally,
    forge_references,
    selected_tasks,
)
from m3bench.formats import read_tasks, write
from m3bench.hosting import Pool
from m3bench.models import ModelUnavailable
from m3bench.runs.serving.server_set import ServerSet
from m3bench.suites import SuiteRef, WorldRef, find_suite, world_of_suite
from m3bench.testing import ScriptedModel
from m3bench_suites.builders.m3 import GENERATOR
from m3bench_world import World
from tests.forge.wandering import SkippingAgent, WanderingAgent, same_calls, same_way

pytestmark = pytest.mark.anyio

_UNSEEN = 32
"""A world that no rule was made on. It was measured once, and these ten are of those that came back then."""
_FOLDED = {"barcode_lookup", "food_reddit_wiki_excel", "routine"}
"""They come back with the same calls in fewer steps: what one call waits for is a condition, and no value
that is passed on shows it."""
_FAMILIES = (
    *("barcode_lookup", "biology_cut", "camping", "food_reddit_wiki_excel", "items_price", "movies"),
    *("qr_attraction", "routine", "travel_comparison", "vision_research"),
)
_ACCEPT = json.dumps(
    {"reason": "sound", "causal_order": True, "facts": True, "luck": False, "seen": [], "accept": True}
)


class Counting:
    """Counts the attempts of another agent."""

    needs_model = False

    def __init__(self, agent: Agent) -> None:
        self._agent, self.name, self.attempts = agent, agent.name, 0

    async def solve(self, attempt: Attempt) -> Ending:
        self.attempts += 1
        return await self._agent.solve(attempt)


def _smoke(*families: str, seed: int = 0) -> ForgeSettings:
    return ForgeSettings(suite="smoke", agents=("reference",), families=families, seed=seed)


def _tasks(settings: ForgeSettings) -> dict[str, Task]:
    return {task.id: task for task in selected_tasks(settings)}


def _told(tally: Tally) -> dict[str, tuple[DecisionStatus, str]]:
    return {
        forged.task_id: (forged.standing, "; ".join(forged.candidates[0].reasons)) for forged in tally.forged
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_wandering_executor_gives_back_the_reference(tmp_path: Path, seed: int) -> None:
    settings = _smoke("air", "films", seed=seed)
    tally = await forge_references(settings, tmp_path / "out", executors=[Executor(WanderingAgent())])
    tasks = _tasks(settings)
    for forged in tally.forged:
        assert forged.best is not None, forged.candidates[0].reasons
        assert forged.best.reference is not None
        assert same_way(forged.best.reference, tasks[forged.task_id].references[0])
    written = read_tasks(tmp_path / "out" / REFERENCES)
    assert [task.id for task in written] == [forged.task_id for forged in tally.forged]
    assert all(task.extra["forged"]["executor"] == "wandering:0.35" for task in written)


async def test_who_invents_what_he_should_fetch_is_rejected(tmp_path: Path) -> None:
    tally = await forge_references(_smoke("films"), tmp_path / "out", executors=[Executor(SkippingAgent(0))])
    ((standing, reason),) = _told(tally).values()
    assert standing is DecisionStatus.REJECTED
    assert "neither in the request" in reason
    assert not (tmp_path / "out" / REFERENCES).exists()


@pytest.mark.slow
async def test_going_on_does_nothing_twice(tmp_path: Path) -> None:
    agent = Counting(make_agent("reference"))
    decisions: list[ForgedReference] = []
    for families in (("weather",), ("weather", "air")):
        await forge_references(
            _smoke(*families), tmp_path / "out", executors=[Executor(agent)], on_decision=decisions.append
        )
    assert agent.attempts == 2
    assert [forged.task_id for forged in decisions] == ["smoke/warmth", "smoke/air-of-two-cities"]
    assert len(read_tasks(tmp_path / "out" / REFERENCES)) == 2
    assert len((tmp_path / "out" / DECISIONS).read_bytes().splitlines()) == 2


@pytest.mark.slow
async def test_what_is_undecided_is_tried_again(tmp_path: Path) -> None:
    judge = ScriptedModel([ModelUnavailable("overloaded"), _ACCEPT, "no", "no"])
    executors = [Executor(make_agent("reference"))]
    first = await forge_references(_smoke("weather"), tmp_path / "out", executors=executors, judge=judge)
    again = await forge_references(_smoke("weather"), tmp_path / "out", executors=executors, judge=judge)
    assert [forged.standing for forged in (*first.forged, *again.forged)] == ["undecided", "valid"]
    best = again.forged[0].best
    assert best is not None
    assert best.trials[0].raw == ("no", "no")
    assert [trial.by for trial in best.trials] == ["judge", "code"]


@pytest.mark.slow
async def test_a_folder_is_of_one_forging(tmp_path: Path) -> None:
    executors = [Executor(make_agent("reference"))]
    await forge_references(_smoke("weather"), tmp_path / "out", executors=executors)
    with pytest.raises(UsageError, match="was created with a different"):
        await forge_references(_smoke("weather", seed=3), tmp_path / "out", executors=executors)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        await forge_references(_smoke("weather"), tmp_path / "other", executors=executors)


async def test_an_executor_that_needs_a_model_must_have_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a model"):
        await forge_references(ForgeSettings(suite="smoke"), tmp_path / "out")


class Roundabout:
    """Gets there, with a file that nobody asked for."""

    needs_model, name = False, "roundabout"

    async def solve(self, attempt: Attempt) -> Ending:
        made = Call("excel/create_workbook", {"filepath": str(attempt.workspace / "notes.xlsx")})
        await attempt.call([made])
        return await make_agent("reference").solve(attempt)


@pytest.mark.slow
async def test_several_executors_compete_and_the_shortest_valid_way_wins(tmp_path: Path) -> None:
    (task,) = selected_tasks(_smoke("weather"))
    checks = [check for check in task.checks if check["check"] != "no_stray_files"]
    wider = msgspec.structs.replace(task, servers=(*task.servers, "excel"), checks=tuple(checks))
    write(tmp_path / "one.jsonl", [wider], format="jsonl")
    executors = [Executor(Roundabout()), Executor(make_agent("idle")), Executor(make_agent("reference"))]
    settings = ForgeSettings(suite=str(tmp_path / "one.jsonl"))
    (forged,) = (await forge_references(settings, tmp_path / "out", executors=executors)).forged
    assert [candidate.standing for candidate in forged.candidates] == ["valid", "rejected", "valid"]
    assert [candidate.length for candidate in forged.candidates] == [(1, 2), (0, 0), (1, 1)]
    assert forged.best is not None
    assert forged.best.executor == "reference"


async def test_the_executor_of_the_paper_with_a_model(tmp_path: Path) -> None:
    """It asks for the wrong city first, and then for the right one."""
    right = {"location": "Shantou, China", "units": "metric"}
    script = [
        '{"plan": "look", "tools": ["weather/get_weather"]}',
        json.dumps({"tool_calls": [{"name": "weather/get_weather", "arguments": {"town": "Shantou"}}]}),
        "no",
        '{"plan": "look again", "tools": ["weather/get_weather"]}',
        json.dumps({"tool_calls": [{"name": "weather/get_weather", "arguments": right}]}),
        "yes",
        'It is 18.7 °C in Shantou, China now.\n{"temperature": 18.7, "humidity": 51}',
    ]
    executor = Executor(make_agent("executor"), ScriptedModel(script))
    tally = await forge_references(_smoke("weather"), tmp_path / "out", executors=[executor])
    best = tally.forged[0].best
    assert best is not None, tally.forged[0].candidates[0].reasons
    assert best.executor == "executor · scripted"
    assert best.trajectory.call_count == 2
    assert best.reference is not None
    assert [call.arguments for _, call in best.reference.calls()] == [right]
    assert best.usage is not None
    assert best.usage.requests == len(script)


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A task of each of ten families, as `m3bench suite build` makes them."""
    import anyio

    async def built() -> list[Task]:
        async with Pool(ahead=0) as pool:
            server_set = ServerSet(pool, World(_UNSEEN))
            return [
                (await build_family(GENERATOR, name, 1, server_set.world, server_set))[0].task
                for name in _FAMILIES
            ]

    path = tmp_path_factory.mktemp("ten") / "ten.jsonl"
    write(path, anyio.run(built), format="jsonl")
    return path


@pytest.mark.slow
async def test_ten_families_are_given_back_by_a_wanderer(ten: Path, tmp_path: Path) -> None:
    settings = ForgeSettings(suite=str(ten), seed=2)
    tally = await forge_references(settings, tmp_path / "out", executors=[Executor(WanderingAgent())])
    tasks = _tasks(settings)
    assert len(tally.forged) == 10
    for forged in tally.forged:
        given, family = tasks[forged.task_id].references[0], forged.task_id.split("/")[1]
        assert forged.best is not None, (forged.task_id, forged.candidates[0].reasons)
        assert forged.best.reference is not None, forged.task_id
        assert same_calls(forged.best.reference, given), forged.task_id
        assert same_way(forged.best.reference, given) == (family not in _FOLDED), forged.task_id
        assert len(forged.best.reference.steps) <= len(given.steps), forged.task_id
    ref = SuiteRef(name=str(tmp_path / "out" / REFERENCES))
    made = find_suite(ref, world_of_suite(ref, WorldRef()))
    assert len(made.tasks) == 10


@pytest.mark.slow
@pytest.mark.parametrize(("family", "skipped"), [("movies", 2), ("travel_comparison", 0), ("camping", 2)])
async def test_in_them_a_skipped_dependency_is_rejected(
    ten: Path, tmp_path: Path, family: str, skipped: int
) -> None:
    settings = ForgeSettings(suite=str(ten), families=(family,))
    tally = await forge_references(settings, tmp_path / "out", executors=[Executor(SkippingAgent(skipped))])
    ((standing, reason),) = _told(tally).values()
    assert standing is DecisionStatus.REJECTED
    assert reason


@pytest.mark.slow
async def test_without_checks_the_flow_of_values_alone_rejects_it(ten: Path, tmp_path: Path) -> None:
    tasks = [task for task in read_tasks(ten) if task.id.split("/")[1] in ("movies", "travel_comparison")]
    bare = [msgspec.structs.replace(task, checks=()) for task in tasks]
    write(tmp_path / "bare.jsonl", bare, format="jsonl")
    settings = ForgeSettings(suite=str(tmp_path / "bare.jsonl"))
    for number in (0, 2):
        family = "movies" if number else "travel_comparison"
        chosen = msgspec.structs.replace(settings, families=(family,))
        out = tmp_path / f"out{number}"
        tally = await forge_references(chosen, out, executors=[Executor(SkippingAgent(number))])
        ((standing, reason),) = _told(tally).values()
        assert standing is DecisionStatus.REJECTED
        assert "neither in the request nor in an earlier result" in reason
