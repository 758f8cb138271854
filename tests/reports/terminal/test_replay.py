"""How replayed calls ended, on a terminal and as data."""

from __future__ import annotations

import io

from rich.console import Console

from m3bench.core import Outcome
from m3bench.reports import print_replay, replay_record
from m3bench.runs import ReplayedCall


def call(outcome: Outcome, *, model: str = "m", tool: str = "a/b", **fields: object) -> ReplayedCall:
    given = {"arguments": {}, "reason": "why" if outcome is not Outcome.SUCCESS else "", **fields}
    return ReplayedCall(task_id="t", model=model, tool=tool, outcome=outcome, **given)  # type: ignore[arg-type]


CALLS = [
    *[call(Outcome.SUCCESS) for _ in range(6)],
    *[call(Outcome.NOT_FOUND, tool="a/c", reason=f"lost {number}") for number in range(20)],
    call(Outcome.NOT_FOUND, tool="a/c", lacks=("x.png",)),
    call(Outcome.INVALID_ARGUMENTS, model="n", moved=("/tmp/x",)),
    call(Outcome.UNKNOWN_TOOL, tool="p/q"),
]


def printed(*, everything: bool = False) -> str:
    console = Console(file=io.StringIO(), width=100)
    print_replay(console, CALLS, everything=everything)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_longest_bar_is_that_of_the_commonest_outcome() -> None:
    bars = {line[:10].strip(): line.count("█") for line in printed().splitlines()[:7]}
    assert bars["not found"] == 32
    assert bars["success"] == round(32 * 6 / 21)
    assert bars["fault"] == 0


def test_tables_by_model_and_by_tool() -> None:
    lines = printed().splitlines()
    rows = {
        line.split()[0]: line.split()[1:] for line in lines if line[:3] in ("a/b", "a/c", "p/q", "m  ", "n  ")
    }
    assert rows["a/b"] == ["7", "6", "·", "1", "·"]
    assert rows["a/c"] == ["21", "·", "21", "·", "·"]
    assert rows["n"] == ["1", "·", "·", "1", "·"]


def test_invalid_calls_are_always_listed_and_the_rest_on_request() -> None:
    short, long = printed(), printed(everything=True)
    assert "invalid: 1" in short
    assert "9 more" in short
    assert "lost 19" not in short
    assert "lost 19" in long
    assert "/tmp/x" in short


def test_the_summary_leaves_out_calls_that_lack_a_picture() -> None:
    text = " ".join(printed().split())
    assert "28 of 29 calls name a known tool" in text
    assert "96.4 % (27 of 28) of them have valid arguments" in text
    assert (
        "23.1 % (6 of 26) of the valid ones with all images succeeded; 0 tool errors, 0 server faults" in text
    )


def test_as_data() -> None:
    record = replay_record(CALLS)
    assert record["outcomes"]["not_found"] == 21
    assert record["by_tool"]["a/b"] == record["outcomes"] | {"success": 6, "not_found": 0, "unknown_tool": 0}
    assert len(record["calls"]) == 29
