"""Checks of agents that are programs, over the gateway."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.runs import PreflightReport, RunLimits, run_settings
from m3bench.runs.preflight import Probe, check_agent
from m3bench.runs.preflight.probes.pictures import draw_code, make_pdf
from m3bench.runs.preflight.probes.sound import speak_digits
from tests.runs.preflight.checking import CODES, QUICK, probes, result, verdicts

pytestmark = pytest.mark.anyio
PROGRAM = Path(__file__).with_name("outside_agent.py")


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    shown = {
        draw_code(CODES.word("picture")): CODES.word("picture"),
        speak_digits(CODES.digits("sound")): CODES.digits("sound"),
        make_pdf(f"The code is {CODES.word('document')}."): CODES.word("document"),
    }
    known = {hashlib.sha256(data).hexdigest(): code for data, code in shown.items()}
    file = tmp_path / "truth.json"
    file.write_text(json.dumps(known))
    return file


async def check(truth: Path, *faults: str, chosen: list[Probe] | None = None) -> PreflightReport:
    agent = f"command:{sys.executable} {PROGRAM} {truth} {' '.join(faults)}"
    settings = run_settings("preflight", agent)
    return await check_agent(settings, RunLimits(task_timeout=30), probes=chosen or QUICK, codes=CODES)


@pytest.mark.slow
async def test_everything_reaches_a_program(truth: Path) -> None:
    report = await check(truth, "elicits")
    assert verdicts(report) == {"tools": "held", "names": "held"} | {probe.name: "held" for probe in QUICK}
    assert result(report, "elicitation").why == "the client was asked, and chose decline"
    assert report.tools.served[0] == "probe__read_text"
    assert report.tools.seen == ("mcp__m3bench__probe__read_text",)
    assert (report.requests, report.model) == (0, None)


async def test_a_client_that_drops_pictures_is_found(truth: Path) -> None:
    report = await check(
        truth, "no-pictures", "no-structured", chosen=probes("text", "picture", "structured")
    )
    assert verdicts(report) == {
        "tools": "held", "names": "held", "text": "held", "picture": "failed", "structured": "failed",
    }  # fmt: skip
    assert "The client left out the picture, or the model cannot read it" in result(report, "picture").why


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("guess", "The tools never reached the agent: no MCP client connected to the gateway."),
        (
            "no-list",
            "The tools never reached the agent: its client (outside 1) connected, but did not list tools.",
        ),
    ],
)
async def test_tools_that_never_reach_a_program_are_found(truth: Path, fault: str, why: str) -> None:
    report = await check(truth, fault, chosen=probes("text", "picture"))
    assert result(report, "tools").why == why
    assert verdicts(report) == {"tools": "failed", "names": "unknown", "text": "failed", "picture": "unknown"}
    assert report.attempts == 1


async def test_a_client_that_renames_tools_is_found(truth: Path) -> None:
    report = await check(truth, "rename", chosen=probes("text"))
    assert verdicts(report) == {"tools": "held", "names": "failed", "text": "failed"}
    assert result(report, "names").why == "Calls named my_read_text; the tools are probe__read_text."


@pytest.mark.slow
async def test_a_client_without_elicitation_is_not_asked(truth: Path) -> None:
    report = await check(truth, chosen=probes("elicitation"))
    assert verdicts(report)["elicitation"] == "not applicable"


@pytest.mark.slow
async def test_a_program_that_crashes_says_why(tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text("raise SystemExit('no licence')")
    settings = run_settings("preflight", f"command:{sys.executable} {script}")
    report = await check_agent(settings, RunLimits(task_timeout=30), probes=probes("text"))
    assert "no licence" in result(report, "tools").why


async def test_a_baseline_cannot_be_checked() -> None:
    with pytest.raises(UsageError, match="has no model and no client"):
        await check_agent(run_settings("preflight", "noisy:0.3"))
