from __future__ import annotations

from typing import Any

import pytest

from m3bench.agents import make_agent
from m3bench.core import UsageError
from m3bench.hosting import MountSize, ServerInfo, Tool, count_tools, parse_mode
from m3bench.runs.serving import MountPlan, require_fit, suggest_larger


def info(name: str, tools: int) -> ServerInfo:
    return ServerInfo(name=name, tools=tuple(Tool(server=name, name=f"t{n}") for n in range(tools)))


INFOS = {
    server.name: server for server in (info("few", 2), info("some", 100), info("many", 200), info("new", 0))
}


def size(*names: str) -> MountSize:
    tools = [INFOS[name].tools for name in names]
    tokens = sum(count_tools(tool, exact=False) for tool in tools)
    return MountSize(len(names), sum(map(len, tools)), tokens)


def test_the_record_has_the_smallest_and_the_largest_set() -> None:
    plan = MountPlan([("some", "few"), ("few",), ("few",), ("few", "many")], INFOS)
    assert plan.record is not None
    assert (plan.record.least, plan.record.most) == (size("few"), size("few", "many"))
    assert [tool.full_name for tool in plan.tools(plan.record.least)] == ["few/t0", "few/t1"]


def test_sets_with_unknown_tools_do_not_count() -> None:
    assert MountPlan([("new",), ("few", "new"), ()], INFOS).record is None
    record = MountPlan([("new",), ("some",)], INFOS).record
    assert record is not None
    assert record.least == record.most == size("some")


def test_hidden_tools_do_not_count() -> None:
    record = MountPlan([("few", "some")], INFOS, frozenset({"few/t0", "few/t1"})).record
    assert record is not None
    assert (record.most.servers, record.most.tools) == (2, 100)


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("max", "--mode max mounts 2 servers with 202 tools. More than 3,000 are in max:synthetic"),
        ("max+3", "--mode max+3 mounts 2 servers with 202 tools."),
        ("max:synthetic", ""),
        ("max:65", ""),
        ("standard", ""),
        ("oracle", ""),
    ],
)
def test_the_plain_mode_max_says_how_much_it_is_and_what_is_more(mode: str, said: str) -> None:
    messages: list[str] = []
    suggest_larger(MountPlan([("few", "many")], INFOS), parse_mode(mode), say=messages.append)
    assert len(messages) == bool(said)
    assert not said or messages[0].startswith(said)
    suggest_larger(MountPlan([("new",)], INFOS), parse_mode(mode), say=messages.append)
    huge = {"huge": info("huge", 3_001)}
    suggest_larger(MountPlan([("huge",)], huge), parse_mode(mode), say=messages.append)
    assert len(messages) == bool(said)


def fitted(plan: MountPlan, model: str, agent: str = "caller", window: int | None = None) -> list[str]:
    said: list[str] = []
    require_fit(plan, make_agent(agent), model, "oracle", say=said.append, window=window)
    return said


def test_what_does_not_fit_for_some_tasks_is_said_and_for_all_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from m3bench.models.defaults import ModelDefaults

    room: dict[str, Any] = {
        "any": ModelDefaults(),
        "tools": ModelDefaults(tool_limit=128),
        "context": ModelDefaults(context_window=4_000 + size("few", "some").tokens * 2),
        "tiny": ModelDefaults(context_window=20),
    }
    monkeypatch.setattr("m3bench.agents.shared.calling.defaults_for", room.__getitem__)
    plan = MountPlan([("few",), ("few", "some", "many")], INFOS)
    assert fitted(plan, "any") == []
    (switched,) = fitted(plan, "tools")
    assert "302 tools are mounted; tools accepts 128. The tools are described in the prompt" in switched
    (too_much,) = fitted(plan, "context")
    assert too_much.startswith("302 tools take 4,228 tokens; context has room for")
    assert too_much.endswith("each task is shown the nearest of them, shortened")
    with pytest.raises(UsageError, match="--mode oracle is too much for tiny: 2 tools take"):
        fitted(plan, "tiny")
    assert fitted(plan, "tiny", window=100_000) == []
    with pytest.raises(UsageError, match="is too much for any"):
        fitted(plan, "any", window=20)
    assert fitted(plan, "tools", "caller:prompted") == []
    assert fitted(MountPlan([], INFOS), "tiny") == []


def test_agents_that_do_not_say_how_they_show_tools_are_not_judged() -> None:
    assert fitted(MountPlan([("many",)], INFOS), "local/smollm2", "idle") == []
