"""The provider runs in a process of its own."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import M3BenchError
from m3bench.formats import write
from m3bench.soak.fault_log import ANSWER, Event, FaultLog, read_events
from m3bench.soak.faults import FaultPlan
from m3bench.soak.provider_process import open_provider, port_of
from m3bench.testing import child_processes
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_task


def ask(address: str) -> Any:
    body = {"model": "soak", "messages": [{"role": "user", "content": sums_task(1).request}]}
    request = urllib.request.Request(f"{address}/chat/completions", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=HANG_SECONDS) as answer:
        return json.load(answer)


def test_it_answers_fails_and_ends(tmp_path: Path) -> None:
    tasks, log, before = tmp_path / "tasks.jsonl", tmp_path / "faults.jsonl", child_processes()
    write(tasks, [sums_task(1)], format="jsonl")
    with FaultLog(log) as earlier:
        earlier.add(Event(what=ANSWER, conversation=41))
    with (
        open_provider(tasks, FaultPlan(rate=1.0, kinds=("provider:503",)), log) as address,
        pytest.raises(urllib.error.HTTPError, match="503"),
    ):
        ask(address)
    with open_provider(tasks, FaultPlan().without_faults(), log, port=port_of(address)) as again:
        assert again == address
        call = ask(again)["choices"][0]["message"]["tool_calls"][0]
    assert call["id"] == "c42-1-0"
    assert [event.what for event in read_events(log)] == [ANSWER, "provider:503", ANSWER]
    assert child_processes() == before


def test_a_provider_that_cannot_start_is_an_error(tmp_path: Path) -> None:
    with (
        pytest.raises(M3BenchError, match="did not start"),
        open_provider(tmp_path / "absent.jsonl", FaultPlan(), tmp_path / "faults.jsonl"),
    ):
        pass
