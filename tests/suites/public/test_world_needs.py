"""The list of what MCP-Bench's tasks need of the real world, and the script that checks it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.suites import MCP_BENCH, NeedKind, WorldNeed, mcp_bench_suite, suite_defaults, world_needs
from m3bench.suites.public import ENTITY, Probe
from scripts import check_world_needs as script

NEEDS = [(task, need) for task, needs in world_needs().items() for need in needs]
ARTICLE = Probe("summary", {"title": ENTITY})


def need(*entities: str, missing: tuple[str, ...] = (), probe: Probe | None = ARTICLE) -> WorldNeed:
    return WorldNeed(
        kind=NeedKind.NAMED_ENTITY,
        server="wiki",
        entities=entities,
        missing=missing,
        why="facts",
        probe=probe,
    )


def test_missing_entities_are_entities() -> None:
    assert all(need.entities and {*need.missing} <= {*need.entities} for _, need in NEEDS)
    assert all(need.why and need.server for _, need in NEEDS)


def test_a_probe_uses_every_entity() -> None:
    for task, wanted in NEEDS:
        if wanted.probe is not None:
            assert ENTITY in f"{json.dumps(wanted.probe.arguments)}{wanted.probe.contains}", task


def test_what_cannot_be_asked_is_listed_as_missing() -> None:
    """Otherwise nothing and nobody would ever look at it."""
    assert all(wanted.missing for _, wanted in NEEDS if wanted.probe is None)


def test_the_file_is_written_as_the_script_writes_it() -> None:
    assert script.LIST.read_text(encoding="utf-8") == script.formatted(world_needs())


def test_a_reason_names_server_entities_and_kind() -> None:
    wanted = need("Apple", "Nowhere", "Nothing", missing=("Nowhere", "Nothing"))
    assert wanted.reason == "the bundled wiki has no Nowhere or Nothing (named_entity: facts)"


def test_the_list_is_about_public_tasks_and_their_tools(shared_data: Path) -> None:
    servers = {task.id: task.servers for task in mcp_bench_suite(shared_data / "mcp_bench").tasks}
    tools = json.loads((shared_data / "mcp_bench" / "tools.json").read_text(encoding="utf-8"))
    for task, wanted in NEEDS:
        assert wanted.server in servers[task], task
        if wanted.probe is not None:
            (tool,) = (
                candidate
                for candidate in listed(tools[wanted.server])
                if candidate["name"] == wanted.probe.tool
            )
            schema = tool.get("inputSchema") or tool["input_schema"]
            assert wanted.probe.arguments.keys() <= schema["properties"].keys(), task
            assert {*schema.get("required", ())} <= wanted.probe.arguments.keys(), task


def listed(server: Any) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = server["tools"] if isinstance(server, dict) else server
    return tools


# The script


def said(server: str, tool: str, arguments: dict[str, Any]) -> str | None:
    answers = {"Apple": "A fruit.", "Void": "Not found: Void", "Odd": "Something else"}
    return answers.get(arguments["title"]) if (server, tool) == ("wiki", "summary") else None


def test_the_script_finds_what_is_there_and_what_is_not() -> None:
    before = need("Apple", "Void", "Nowhere", missing=("Apple",))
    after = script.checked_need(before, said)
    assert after.missing == ("Void", "Nowhere")
    lines = list(script.differences({"t": (before,)}, {"t": (after,)}, said))
    assert lines == [
        "t: wiki has Apple, which is listed as missing: A fruit.",
        "t: wiki has no Nowhere, but it is not listed as missing",
        "t: wiki has no Void, but it is not listed as missing",
    ]
    assert list(script.differences({"t": (after,)}, {"t": (after,)}, said)) == []


def test_an_answer_must_have_the_text_of_the_probe() -> None:
    strict = Probe("summary", {"title": ENTITY}, contains="FRUIT")
    assert script.checked_need(need("Apple", "Odd", probe=strict), said).missing == ("Odd",)


@pytest.mark.parametrize("server", ["Nowhere", "wiki"])
def test_nobody_is_asked_without_a_server_or_a_probe(server: str) -> None:
    probe = ARTICLE if server == "Nowhere" else None
    kept = msgspec.structs.replace(need("Void", missing=("Void",), probe=probe), server=server)
    assert script.checked_need(kept, said) is kept
    assert any("Void" in line or "Nowhere" in line for line in script.open_questions({"t": (kept,)}))


def test_entities_are_filled_in_everywhere() -> None:
    arguments = {"a": [ENTITY, 1], "b": {"c": f"{ENTITY} of the day"}, "d": True}
    assert script.filled(arguments, "X") == {"a": ["X", 1], "b": {"c": "X of the day"}, "d": True}


# Defaults


def test_only_mcp_bench_has_defaults_of_its_own() -> None:
    assert suite_defaults(MCP_BENCH).agent == "planner"
    assert suite_defaults(MCP_BENCH).options == {"mode": "oracle+10", "fuzzy": True}
    assert suite_defaults("m3") == suite_defaults("mcpverse") == type(suite_defaults("m3"))()
