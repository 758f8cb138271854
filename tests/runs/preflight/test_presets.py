"""Checks of real agents, with a model that reads."""

from __future__ import annotations

import pytest

from m3bench.runs import RunLimits, run_settings
from m3bench.runs.preflight import check_agent
from m3bench.testing.provider import FakeProvider
from tests.agents.presets.real_programs import install_program
from tests.runs.preflight.checking import CODES, probes, verdicts
from tests.runs.preflight.reader import Reader

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.parametrize(
    ("name", "model", "wire", "prefix"),
    [
        ("claude-code", "anthropic/claude-sonnet-4-5", "anthropic", "mcp__m3bench__"),
        ("codex", "openai/gpt-5", "openai", "mcp__m3bench__"),
        ("gemini-cli", "google/gemini-2.5-pro", "google", "mcp_m3bench_"),
    ],
)
async def test_tools_and_pictures_reach_agents_that_people_use(
    name: str,
    model: str,
    wire: str,
    prefix: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_program(name, tmp_path_factory, monkeypatch)
    async with FakeProvider(Reader(CODES)) as fake:
        settings = run_settings("preflight", f"preset:{name}", model=model, base_url=fake.url(wire))
        chosen = probes("text", "picture")
        report = await check_agent(
            settings, RunLimits(task_timeout=120), probes=chosen, codes=CODES, at_once=2
        )
    assert verdicts(report) == {"tools": "held", "names": "held", "text": "held", "picture": "held"}
    assert report.tools.seen == (f"{prefix}probe__read_text",)
