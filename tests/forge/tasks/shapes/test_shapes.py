"""Tasks of each shape, forged from bundled servers, executed again and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.agents import fill_placeholders
from m3bench.checks import Evidence, run_checks, task_checks
from m3bench.checks.attacks import ATTACKS
from m3bench.core import Call, Step, Task, Trajectory, UsageError
from m3bench.forge.links import Graph
from m3bench.forge.runner.task_servers import TaskForgeSettings, forge_world, resolve_servers
from m3bench.forge.runner.tasks import ForgedTasks, forge
from m3bench.forge.tasks.plans import Shape
from m3bench.forge.tasks.shapes import SHAPES, draw_shape_plans, missing_shapes
from m3bench.forge.tasks.shapes.deciding import threshold_between
from m3bench.forge.tasks.tasks import PlanResult
from m3bench.hosting import Pool, Toolbox
from m3bench.runs.serving import ServerSet
from m3bench.scoring.planning.branches import is_of_branch
from m3bench.testing import ScriptedModel
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED

SERVERS = ("tmdb", "amazon")


def settings(servers: tuple[str, ...], shapes: tuple[Shape, ...], count: int) -> TaskForgeSettings:
    return TaskForgeSettings(
        servers=servers,
        count=count,
        world_seed=DEFAULT_SEED,
        world_now=DEFAULT_NOW.isoformat(),
        encoder="hashing",
        shapes=shapes,
    )


def run(wanted: TaskForgeSettings, out: Path) -> ForgedTasks:
    return anyio.run(forge, wanted, out)


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> dict[Shape, Task]:
    made = run(settings(SERVERS, SHAPES, len(SHAPES)), tmp_path_factory.mktemp("shapes") / "t.jsonl")
    assert made.missing == {}
    return {result.shape: result.task for result in made.made if result.task is not None}


@pytest.fixture(scope="module")
def executed(forged: Mapping[Shape, Task]) -> dict[Shape, Trajectory]:
    """The references, executed once more in a new workspace."""
    wanted = settings(SERVERS, SHAPES, len(SHAPES))

    async def go() -> dict[Shape, Trajectory]:
        async with Pool(ahead=0) as pool:
            server_set = ServerSet(pool, forge_world(wanted), resolve_servers(wanted))
            async with server_set.lease(SERVERS) as (workspace, host):
                toolbox = await Toolbox.mount(host)
                return {shape: await attempt(task, toolbox, workspace) for shape, task in forged.items()}

    return anyio.run(go)


async def attempt(task: Task, toolbox: Toolbox, workspace: Path) -> Trajectory:
    reference = task.references[0]
    steps = []
    for step in reference.steps:
        calls = [Call(call.name, fill_placeholders(call.arguments, workspace)) for call in step.calls]
        steps.append(Step(tuple(await toolbox.run(calls))))
    return Trajectory(task_id=task.id, steps=tuple(steps), answer=reference.answer, fields=reference.fields)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_executed_reference_passes_and_what_is_wrong_fails(
    shape: Shape, forged: Mapping[Shape, Task], executed: Mapping[Shape, Trajectory], tmp_path: Path
) -> None:
    task, right = forged[shape], executed[shape]
    checks = task_checks(task)
    evidence = Evidence(task, right, tmp_path, {})
    verdicts = run_checks(checks, evidence)
    assert verdicts.passed, verdicts
    wrong = {name: outcome for check in checks for name, outcome in check.corruptions(evidence, tmp_path)}
    idle = msgspec.structs.replace(right, steps=(), answer=None, fields=None)
    dump = ATTACKS["dump results"](right, task, ())
    assert dump is not None
    wrong |= {"idle": Evidence(task, idle, tmp_path, {}), "dump": Evidence(task, dump, tmp_path, {})}
    assert [name for name, outcome in wrong.items() if run_checks(checks, outcome).passed] == []


@pytest.mark.parametrize("shape", SHAPES)
def test_a_task_says_its_shape_and_all_its_edges(shape: Shape, forged: Mapping[Shape, Task]) -> None:
    task = forged[shape]
    reference, analysis = task.references[0], str(task.dependency_analysis)
    names = [call.name for _, call in reference.calls()]
    assert task.extra["shape"] == shape
    assert task.request
    assert task.fuzzy_request
    assert reference.edges
    for edge in reference.edges:
        assert f"Call {edge.target + 1} ({names[edge.target]}) needs the " in analysis
    assert analysis.count(" needs the ") == len(reference.edges)
    assert (task.extra["forge"]["solvability"], task.extra["forge"]["judge"]) == (10, "code")
    assert bool(task.branches) is (shape is Shape.DECISION)


def test_independent_calls_are_in_one_step(forged: Mapping[Shape, Task]) -> None:
    widths = {
        shape: max(len(step.calls) for step in task.references[0].steps) for shape, task in forged.items()
    }
    assert widths[Shape.CHAIN] == widths[Shape.DECISION] == 1
    assert widths[Shape.PARALLEL] == 2
    assert min(widths[Shape.ITERATION], widths[Shape.AGGREGATION]) >= 3


def test_a_decision_keeps_both_branches(forged: Mapping[Shape, Task]) -> None:
    task = forged[Shape.DECISION]
    (condition,) = task.branches
    calls = [call for _, call in task.references[0].calls()]
    assert all(is_of_branch(call, condition.taken) for call in calls[1:])
    assert not any(is_of_branch(call, condition.other) for call in calls)
    assert condition.other
    assert condition.holds is (task.references[0].fields or {})["condition"]


def test_the_answer_of_the_other_branch_fails(
    forged: Mapping[Shape, Task], executed: Mapping[Shape, Trajectory], tmp_path: Path
) -> None:
    task, right = forged[Shape.DECISION], executed[Shape.DECISION]
    fields = dict(right.fields or {})
    fields["if_so"], fields["otherwise"] = fields["otherwise"], fields["if_so"]
    fields["condition"] = not fields["condition"]
    wrong = msgspec.structs.replace(right, fields=fields)
    assert not run_checks(task_checks(task), Evidence(task, wrong, tmp_path, {})).passed


def test_a_validation_needs_both_sources(
    forged: Mapping[Shape, Task], executed: Mapping[Shape, Trajectory], tmp_path: Path
) -> None:
    task, right = forged[Shape.VALIDATION], executed[Shape.VALIDATION]
    lazy = msgspec.structs.replace(right, steps=right.steps[:1])
    assert not run_checks(task_checks(task), Evidence(task, lazy, tmp_path, {})).passed


def test_what_servers_cannot_give_is_reported_with_the_reason(tmp_path: Path) -> None:
    made = run(settings(("amazon",), (Shape.DECISION, Shape.ITERATION), 2), tmp_path / "t.jsonl")
    assert made.missing[Shape.DECISION] == "no tool returns a value that two other tools take"
    assert "fewer than 3 things of one list could be looked up" in made.missing[Shape.ITERATION]


@pytest.mark.parametrize(("solvability", "kept"), [(9, True), (8.9, False)])
def test_a_judge_decides_on_what_a_model_wrote(solvability: float, kept: bool, tmp_path: Path) -> None:
    marks = {"solvability": solvability, "utility": 5}
    lines = [
        {"request": "How many are left of the best bottle?"},
        marks,
        {"request": "Is my bottle still sold?"},
    ]
    model = ScriptedModel([json.dumps(line) for line in lines])

    async def go() -> ForgedTasks:
        return await forge(settings(("amazon",), (Shape.CHAIN,), 1), tmp_path / "t.jsonl", model=model)

    (made,) = anyio.run(go).made
    assert (made.task is not None) is kept
    if made.task is not None:
        assert made.task.fuzzy_request == "Is my bottle still sold?"
        assert made.task.extra["forge"]["solvability"] == 9
        assert made.task.checks
    else:
        assert "solvability 8.9" in made.reason


def test_servers_without_links_give_no_shape(tmp_path: Path) -> None:
    made = run(settings(("math", "okx"), (Shape.CHAIN,), 1), tmp_path / "t.jsonl")
    assert made.missing == {Shape.CHAIN: "there is no confirmed link between two tools"}


def test_a_shape_with_a_task_is_not_missing() -> None:
    made = [PlanResult(chain=("a/x",), shape=Shape.CHAIN, task=Task(id="t"))]
    assert missing_shapes((Shape.CHAIN,), {Shape.CHAIN: 3}, made) == {}
    assert (
        "enough tasks of other shapes"
        in missing_shapes((Shape.DECISION,), {Shape.DECISION: 1}, made)[Shape.DECISION]
    )


def test_no_links_no_plans() -> None:
    assert draw_shape_plans(Graph([]), SHAPES, 3, 0) == {shape: [] for shape in SHAPES}


@pytest.mark.parametrize(
    ("figure", "other"), [(6.7, 6.5), (1, 2), (-3.0, 4.0), (148, 120), (0.001, 0.0012), (-1, 1)]
)
def test_a_threshold_separates_two_figures(figure: float, other: float) -> None:
    threshold = threshold_between(figure, other)
    assert min(figure, other) < threshold <= max(figure, other)


def test_an_unknown_shape_is_refused() -> None:
    from m3bench.cli.making.forge_tasks import _shapes

    assert _shapes(["chain", "chain"]) == (Shape.CHAIN,)
    with pytest.raises(UsageError, match="no shape 'decisions'") as error:
        _shapes(["decisions"])
    assert "decision" in str(error.value)
