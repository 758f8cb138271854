"""An agent whose arguments hold every error text that `hosting` knows changes no outcome."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from m3bench.core import Call, Outcome, Reference, Step, Task
from m3bench.formats import write
from m3bench.hosting import Pool, Toolbox, parse_specs
from m3bench.runs import BundledHost, RunLimits, RunResult, bundled_spec, read_run, run_settings, start_run
from m3bench.servers import LISTED, load
from m3bench.servers.kit.meta import failure_meta
from m3bench_world import World
from tests.hosting.error_texts import error_texts
from tests.hosting.processes import run
from tests.hosting.processes import spec as misbehaving_spec
from tests.hosting.servers.echoing import TOOLS

pytestmark = pytest.mark.anyio

ECHOING = Path(__file__).parents[1] / "hosting" / "servers" / "echoing.py"
MISBEHAVING = ECHOING.with_name("misbehaving.py")
HARMLESS = "zzqx ordinary"
LOOKUPS = {
    "wiki/summary": "title",
    "yahoo-finance/get_stock_info": "ticker",
    "google-maps/geocode": "address",
    "okx/get_price": "instrument",
    "weather/get_weather": "location",
    "ocr/perform_ocr": "input_data",
}
"""Tools of bundled servers that say what they did not find."""
OWN_WORDS = ("absent", "wrong", "broken")
"""Tools of the echoing server that have words of their own."""


def lookups(text: str) -> list[Call]:
    return [Call(tool, {name: text}) for tool, name in LOOKUPS.items()]


def echoes(text: str) -> list[Call]:
    given = {tool: f"sea {text} shore" if tool in OWN_WORDS else text for tool in TOOLS}
    return [
        *(Call(f"echoing/{tool}", {"text": said}) for tool, said in given.items()),
        Call("echoing/record", {"text": text, "number": 503, "state": "error"}),
        Call("echoing/refused", {"text": f"refused: {text}"}),
    ]


def task(name: str, calls: list[Call]) -> Task:
    return Task(
        id=name,
        request="Look things up.",
        servers=tuple(dict.fromkeys(call.server or "" for call in calls)),
        references=(Reference(steps=(Step(tuple(calls)),), answer="done"),),
    )


async def run_of(tasks: list[Task], folder: Path, **servers: Path) -> RunResult:
    folder.mkdir()
    write(folder / "tasks.jsonl", tasks, format="jsonl")
    config = folder / "servers.json"
    entries = {name: {"command": sys.executable, "args": [str(path)]} for name, path in servers.items()}
    config.write_text(json.dumps({"mcpServers": entries}))
    settings = run_settings(
        suite=str(folder / "tasks.jsonl"), agent="reference", configs=(str(config),) if servers else ()
    )
    assert await start_run(settings, folder / "run", limits=RunLimits(retries=0)) is None
    return read_run(folder / "run")


def outcomes(result: RunResult) -> list[list[Outcome | None]]:
    return [[call.outcome for _, call in trajectory.calls()] for trajectory in result.trajectories]


@pytest.mark.slow
async def test_echoes_change_no_outcome_of_a_run(tmp_path: Path) -> None:
    texts = error_texts()
    tasks = [task(f"t{index:03}", [*lookups(text), *echoes(text)]) for index, text in enumerate(texts)]
    twin = [task("t000", [*lookups(HARMLESS), *echoes(HARMLESS)])]
    harmless = await run_of(twin, tmp_path / "twin", echoing=ECHOING)
    echoing = await run_of(tasks, tmp_path / "echo", echoing=ECHOING)
    assert harmless.statuses == {"completed": 1}
    assert echoing.statuses == {"completed": len(texts)}
    assert echoing.unscored == ()
    (expected,) = outcomes(harmless)
    assert {Outcome.SUCCESS, Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS, Outcome.TOOL_ERROR} == set(
        expected
    )
    for text, outcome in zip(texts, outcomes(echoing), strict=True):
        assert outcome == expected, text


@pytest.mark.slow
def test_bundled_servers_send_the_same_outcomes_over_stdio(tmp_path: Path) -> None:
    calls = [
        Call("wiki/summary", {"title": text}) for text in (*error_texts(), HARMLESS, "Apple", "", "x" * 9_999)
    ]

    async def in_process() -> list[Call]:
        toolbox = await Toolbox.mount(BundledHost(["wiki"], World(), tmp_path))
        return list(await toolbox.run(calls))

    async def over_stdio() -> list[Call]:
        async with Pool(ahead=0) as pool, pool.lease([bundled_spec("wiki", World())]) as lease:
            toolbox = await Toolbox.mount(lease.host)
            return list(await toolbox.run(calls))

    here, there = run(in_process), run(over_stdio)
    assert [call.outcome for call in here] == [call.outcome for call in there]
    assert [call.result for call in here] == [call.result for call in there]
    assert {call.outcome for call in here[: len(error_texts()) + 1]} == {Outcome.NOT_FOUND}
    assert [call.outcome for call in here[-3:]] == [
        Outcome.SUCCESS,
        Outcome.INVALID_ARGUMENTS,
        Outcome.INVALID_ARGUMENTS,
    ]


@pytest.mark.parametrize("tool", ["die", "nonsense", "broken_image"])
async def test_what_a_server_does_wrong_is_its_fault(tool: str, tmp_path: Path) -> None:
    """Words make no fault; a crash, a broken message and data that is none still do."""
    result = await run_of([task("t", [Call(f"bad/{tool}", {})])], tmp_path / "bad", bad=MISBEHAVING)
    assert result.statuses == {"server_failure": 1}
    assert [attempt.id for attempt in result.unscored] == ["t"]
    assert result.outcomes == {"server_fault": 1}


def test_a_server_that_does_not_answer_in_time_is_at_fault() -> None:
    async def work() -> Call:
        spec = misbehaving_spec(call=1.0)
        async with Pool(ahead=0) as pool, pool.lease([spec]) as lease:
            return (await (await Toolbox.mount(lease.host)).run([Call("well/hang", {})]))[0]

    assert run(work).outcome is Outcome.SERVER_FAULT


async def test_a_dead_service_is_scored_and_named(tmp_path: Path) -> None:
    """Errors of a tool that are not about the calls drop no attempt, and show in the result of the run."""
    calls = [Call("echoing/broken", {"text": text}) for text in ("one", "two", "three")]
    result = await run_of(
        [task("t", [*calls, Call("echoing/plain", {"text": "x"})])], tmp_path / "dead", echoing=ECHOING
    )
    assert result.statuses == {"completed": 1}
    assert result.outcomes == {"success": 1, "tool_error": 3}
    (errors,) = result.tool_errors
    assert (errors.server, errors.errors, errors.calls, errors.first) == (
        "echoing",
        3,
        4,
        "The moon hides one",
    )


@pytest.mark.parametrize("name", LISTED)
def test_failures_of_bundled_servers_are_typed(name: str) -> None:
    """Arguments of the wrong type are refused by the kit, with a typed outcome."""
    server = load(name)
    definition = next((tool for tool in server.tools.values() if tool.input_schema["properties"]), None)
    if definition is None:
        pytest.skip(f"the tools of {name} have no parameters")
    wrong = {name: {"no": ["such", "type"]} for name in definition.input_schema["properties"]}
    with pytest.raises(Exception) as raised:  # noqa: PT011 - which one is looked at below
        server.call(None, definition.name, wrong)  # type: ignore[arg-type]
    assert failure_meta(raised.value)[1] == {"m3bench/outcome": "invalid_arguments"}


def test_no_configuration_makes_a_server_a_bundled_one() -> None:
    entry = {"command": sys.executable, "args": ["-m", "m3bench.servers", "math"], "bundled": True}
    (spec,) = parse_specs({"mcpServers": {"math": entry}}, {})
    assert not spec.bundled
    assert bundled_spec("math", World()).bundled
