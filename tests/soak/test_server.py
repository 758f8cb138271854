"""The faulty servers are real processes that fail in every way."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from m3bench.core import Call, Outcome
from m3bench.hosting import ServerSpec, Timeouts, Toolbox, parse_specs
from m3bench.hosting.pool import Lease
from m3bench.hosting.tool import Tool
from m3bench.soak.fault_log import read_events
from m3bench.soak.faults import FaultPlan
from m3bench.soak.server import server_command
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED
from tests.hosting.processes import with_lease

ADD = Call("math/add", {"firstNumber": 1, "secondNumber": 2, "call_id": "c1-1-0"}, "c1-1-0")


def spec(folder: Path, *kinds: str) -> ServerSpec:
    """The server `math`, which fails in one way at every chance."""
    plan = FaultPlan(rate=1.0 if kinds else 0.0, kinds=kinds)
    entry = server_command("math", plan, folder / "faults.jsonl", seed=DEFAULT_SEED, now=DEFAULT_NOW)
    (made,) = parse_specs({"mcpServers": {"math": entry}}, {})
    seconds = 1.5 if "server:hang" in kinds else 30.0
    return msgspec.structs.replace(made, timeouts=Timeouts(start=20, call=seconds, stop=0.2))


def outcomes(folder: Path, *kinds: str) -> Sequence[tuple[Outcome | None, str]]:
    """Call the tool, and return the outcome and the text."""

    async def call(lease: Lease, _: dict[str, Tool]) -> Sequence[tuple[Outcome | None, str]]:
        done = await (await Toolbox.mount(lease.host)).run([ADD])
        return [(each.outcome, each.result.text if each.result else "") for each in done]

    found: Sequence[tuple[Outcome | None, str]] = with_lease([spec(folder, *kinds)], call)
    return found


def test_without_faults_it_answers(tmp_path: Path) -> None:
    ((outcome, text),) = outcomes(tmp_path)
    assert (outcome, text) == (Outcome.SUCCESS, "3")
    assert list(read_events(tmp_path / "faults.jsonl")) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "outcome", "said"),
    [
        ("server:error", Outcome.TOOL_ERROR, "soak: the service behind this tool is out of order (c1-1-0)"),
        (
            "server:crash",
            Outcome.SERVER_FAULT,
            "exited with code 3; end of its log: soak: server:crash c1-1-0",
        ),
        ("server:hang", Outcome.SERVER_FAULT, "did not answer within 1.5 s"),
        ("server:malformed", Outcome.SERVER_FAULT, "math: sent"),
        ("server:oversized", Outcome.SERVER_FAULT, "larger than 64 MB"),
    ],
)
def test_a_fault_of_a_call_is_real_and_in_the_log(
    tmp_path: Path, kind: str, outcome: Outcome, said: str
) -> None:
    ((found, text),) = outcomes(tmp_path, kind)
    assert found is outcome
    assert said in text
    assert [(event.what, event.call) for event in read_events(tmp_path / "faults.jsonl")] == [
        (kind, "c1-1-0")
    ]


def test_a_failed_start_is_real_and_in_the_log(tmp_path: Path) -> None:
    async def problems(lease: Lease, _: dict[str, Tool]) -> dict[str, str]:
        return lease.host.faults

    faults = with_lease([spec(tmp_path, "server:failed-start")], problems)
    found = re.search(r"exited with code 7; end of its log: soak: server:failed-start (\S+)", faults["math"])
    assert found is not None
    assert found[1] in {event.start for event in read_events(tmp_path / "faults.jsonl")}


def test_starting_a_server_does_not_load_the_harness() -> None:
    """It must start fast: a soak starts thousands."""
    program = "import sys, m3bench.soak.server; print('m3bench.runs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
